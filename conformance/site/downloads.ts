import type { Clause } from '../../spec/clauses.ts';
import { evidenceFor, type Review } from './model.ts';
import { type ClauseResult, resultsOf } from './results.ts';

/** Returns the files with the data of the pages, by name: every clause with its verdicts, as CSV and as JSON. */
export function downloads(review: Review): ReadonlyMap<string, string> {
  const results = resultsOf(review, false);
  const { clauses } = review.ledger;
  const json = clauses.map((clause) => entry(clause, review, results(clause.id)));
  const head = ['id', 'chapter', 'level', 'section', 'row', 'text', 'scenarios'];
  const rows = clauses.map((clause) => {
    const { id, chapter, level, source, text } = clause;
    const count = `${evidenceFor(review, id).scenarios.length}`;
    const verdicts = results(id).map(({ verdict }) => verdict ?? 'not-run');
    return [id, chapter, level, source.section, source.row, text, count, ...verdicts];
  });
  const names = review.servers.map(({ name }) => name);
  // Cells as RFC 4180 describes them.
  const lines = [[...head, ...names], ...rows].map((cells) =>
    cells.map((cell) => `"${cell.trim().replaceAll('"', '""')}"`),
  );
  return new Map([
    ['clauses.json', `${JSON.stringify(json, undefined, 1)}\n`],
    ['clauses.csv', lines.map((cells) => `${cells.join(',')}\r\n`).join('')],
  ]);
}

function entry(clause: Clause, review: Review, results: readonly ClauseResult[]): object {
  const { id, chapter, level, source, text, needs, excluded } = clause;
  const servers = results.map(({ server, verdict, note, failures, reasons, answers }) => ({
    server,
    verdict: verdict ?? 'not-run',
    note,
    failures: failures.map(({ message }) => message),
    reasons: reasons.map((reason) => reason.text),
    answers: Object.fromEntries(answers),
  }));
  const scenarios = evidenceFor(review, id).scenarios.map((scenario) => scenario.id);
  return { id, chapter, level, source, text, needs, excluded, scenarios, results: servers };
}
