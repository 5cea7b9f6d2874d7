// Checks every relative link of the Markdown files below a folder: its file exists, and so does its heading.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const skipped = new Set(['node_modules', 'dist', 'coverage', '.git']);

/** Takes a folder; returns a line for every link that leads nowhere or out of the folder. */
export function brokenLinks(root) {
  return markdownFiles(root).flatMap((file) =>
    linksIn(file)
      .filter((link) => !leadsSomewhere(root, file, link))
      .map((link) => `${relative(root, file)}: ${link}`),
  );
}

/** Returns a line for every source file that a page names by its path and that does not exist; the changelog may. */
function missingSources(root) {
  return markdownFiles(root)
    .filter((page) => basename(page) !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`([\w-]+\/[\w./-]+\.ts)`/g)]
        .map(([, path]) => path)
        .filter((path) => !placesOf(page, root).some((from) => existsSync(join(from, path))))
        .map((path) => `${relative(root, page)}: ${path}`),
    );
}

/** The folders from which a page names files: its own, the top, and those of the two programs. */
function placesOf(page, root) {
  return [dirname(page), root, ...['reference', 'conformance'].map((name) => join(root, name))];
}

function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function linksIn(file) {
  const text = withoutCode(readFileSync(file, 'utf8'));
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(root, file, link) {
  const [path, heading] = link.split('#');
  const target = path === '' ? file : resolve(dirname(file), path);
  if (relative(root, target).startsWith('..') || !existsSync(target)) return false;
  if (heading === undefined) return true;
  return statSync(target).isFile() && headingsOf(target).includes(heading);
}

/** The anchors of a file, formed as GitHub forms them. */
function headingsOf(file) {
  const text = withoutCode(readFileSync(file, 'utf8'), { inline: false });
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text, { inline = true } = {}) {
  const prose = text.replaceAll(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, '');
  return inline ? prose.replaceAll(/`[^`\n]*`/g, '') : prose;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(process.argv[2] ?? '.');
  const broken = [...brokenLinks(root), ...missingSources(root)];
  for (const line of broken) process.stderr.write(`broken link in ${line}\n`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
