// Bundles the programs and exports of the package with all their libraries: a program that reads hundreds of small files
// takes twice as long to start. The fixtures of the unit tests have a bundle of their own.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const target = 'dist/bundle';
const bundles = [
  {
    half: 'conformance',
    entries: ['cli', 'index', 'run/worker', 'steps/index', 'proof/index'],
    into: `${target}/conformance`,
  },
  {
    half: 'conformance',
    entries: ['run/worker', 'testing/cli', 'testing/steps', 'testing/proof'],
    into: 'dist/bundle-testing',
  },
  {
    half: 'reference',
    entries: ['main', 'index', 'intake/main'],
    into: `${target}/reference`,
  },
  { half: 'spec', entries: ['index'], into: `${target}/spec` },
];

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  alias: { 'regexp-match-indices': join(import.meta.dirname, 'native-indices.cjs') },
  // For stack traces in a checkout; the package contains no maps.
  sourcemap: true,
  logLevel: 'warning',
  metafile: true,
};

// What CommonJS modules expect, and ES modules do not have.
const commonJs = `import { createRequire as bundledRequire } from 'node:module';
import { dirname as bundledDirname } from 'node:path';
import { fileURLToPath as bundledPath } from 'node:url';
const require = bundledRequire(import.meta.url);
const __filename = bundledPath(import.meta.url);
const __dirname = bundledDirname(__filename);`;

/**
 * A library that is loaded only when it is needed has a file of its own, as what is required is never split off. Calls
 * `onLibrary` with the name and the file of each.
 */
function lazyLibraries(onLibrary) {
  return {
    name: 'lazy libraries',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8').replaceAll(
          /library\(\(require\) => require\('([^']+)'\)/g,
          (_, name) => {
            const file = `${name.replaceAll(/\W+/g, '-')}.cjs`;
            onLibrary(name, file);
            return `library((require) => require('./${file}')`;
          },
        );
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Bundles modules, and then the libraries that they load when they are needed. Returns the inputs of all. */
async function bundleHalf({ half, entries, into }) {
  rmSync(into, { recursive: true, force: true });
  const libraries = new Map();
  const modules = await build({
    ...common,
    entryPoints: entries.map((entry) => ({
      in: `${half}/${entry.in ?? entry}.ts`,
      out: entry.out ?? entry,
    })),
    outdir: into,
    chunkNames: 'chunk-[hash]',
    splitting: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: commonJs },
    plugins: [lazyLibraries((name, file) => libraries.set(file, name))],
  });
  const required = [...libraries].map(([file, name]) => bundleCommonJs(name, `${into}/${file}`));
  return [...Object.keys(modules.metafile.inputs), ...(await Promise.all(required)).flat()];
}

/** Bundles a CommonJS module to one file, and returns its inputs. */
async function bundleCommonJs(entry, outfile) {
  const { metafile } = await build({ ...common, entryPoints: [entry], outfile, format: 'cjs' });
  return Object.keys(metafile.inputs);
}

const inputs = await Promise.all([
  ...bundles.map(bundleHalf),
  bundleCommonJs('dist/validators.cjs', `${target}/validators.cjs`),
]);
writeFileSync(`${target}/third-party-licenses.txt`, licences(inputs.flat()));

/** The licences of all bundled packages, one after the other. */
function licences(files) {
  const folders = new Set(
    files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  );
  return [...folders]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(licence)
    .join('\n');
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `== ${name} ${version}, ${license}\n${text}`;
}
