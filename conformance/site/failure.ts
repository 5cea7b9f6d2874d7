import { gherkin, html, type Html, prose, fact } from './html.ts';
import { answerLine, refusalLine } from '../report/answer-line.ts';
import { commandLines, curlLine } from '../report/shell.ts';
import { creationLine, latestOf } from '../report/failure-block.ts';
import type { RecordedExchange } from '../report/result.ts';
import type { Links } from './model.ts';
import type { ClauseFailure, Reason, Trace } from './results.ts';

/** Longer texts and bodies of answers are cut. */
const maxText = 600;

/** Limits on requests and commands, of which the latest are shown; the JSON report has all. */
const maxExchanges = 4;
const maxCommands = 2;

/** A failure under its message: what was expected, what came, and the requests. */
export function failureView(failure: ClauseFailure, links: Links): Html {
  const { scenario, step, message, expected, got, differences, trace } = failure;
  const values =
    differences.length === 0
      ? html`${fact('Expected', code(expected))}${fact('Got', code(got))}`
      : fact(
          'Differences',
          html`${differences.slice(0, 10).map((line) => html`${code(line)}<br />`)}`,
        );
  const refusal = trace === undefined ? undefined : refusalLine(trace.exchanges, failure);
  return html`<details class="failure">
    <summary>${cut(message)}</summary>
    <dl>
      ${fact('Scenario', html`${scenario}`)} ${fact('Step', html`${step}`)}
      ${refusal === undefined ? undefined : fact('Answered', code(refusal))} ${values}
      ${traceFacts(failure, links)}
    </dl>
  </details>`;
}

/** Why a scenario did not judge, with its requests if it has sent any. */
export function reasonView(reason: Reason, links: Links): Html {
  if (reason.trace === undefined && reason.tracedAt === undefined) return prose(reason.text);
  return html`<details class="failure">
    <summary>${prose(cut(reason.text))}</summary>
    <dl>${traceFacts(reason, links)}</dl>
  </details>`;
}

function traceFacts({ trace, tracedAt }: Reason | ClauseFailure, links: Links): Html | undefined {
  if (trace !== undefined) return html`${commandFact(trace)}${requestFacts(trace)}`;
  if (tracedAt === undefined) return undefined;
  const link = html`<a href="${links.clause(tracedAt)}">${tracedAt.id}</a>`;
  return fact('Requests', html`at ${link}, which the same scenario judges`);
}

function commandFact({ commands }: Trace): Html | undefined {
  if (commands.length === 0) return undefined;
  const lines = commands.slice(-maxCommands).flatMap(commandLines);
  return fact('Commands', html`${lines.map((line) => html`${code(line)}<br />`)}`);
}

function requestFacts({ run, again: command, counterexample, exchanges }: Trace): Html {
  const { earlier, creation, latest } = latestOf(exchanges, maxExchanges);
  const again = fact('Again', html`<code>${command}</code>`);
  if (latest.length === 0) return again;
  const { sent, value, scenario } = counterexample;
  const part = `The last ${latest.length} of ${exchanges.length}. The JSON report has those before.`;
  return html`${creation === undefined ? undefined : fact('Index', html`<code>${creationLine(creation, run.base_url)}</code>`)}
  ${fact(
    'Requests',
    html`${earlier === 0 ? undefined : part}
      <ol class="requests" start="${earlier + 1}">
        ${latest.map((exchange) => requestItem(exchange, run.base_url))}
      </ol>`,
  )}${sent === undefined ? undefined : fact('Sent', code(sent))}${value === undefined ? undefined : fact('Value', code(value))}
  ${scenario === undefined ? undefined : fact('Scenario to paste', gherkin(scenario.split('\n')))}${again}`;
}

function requestItem(exchange: RecordedExchange, baseUrl: string): Html {
  return html`<li>
    <code>${curlLine(exchange, baseUrl)}</code>
    <p>→ <code>${answerLine(exchange, maxText)}</code></p>
  </li> `;
}

function code(text: string): Html {
  return html`<code>${cut(text)}</code>`;
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
