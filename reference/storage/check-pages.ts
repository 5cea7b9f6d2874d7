import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { StorageProblem } from './storage-problem.ts';

/** Sizes in an lmdb file, in bytes: of the header of a page, of a node without its key and value, and of one reference. */
const header = 24;
const node = 8;
const reference = 24;

/** The first pages, of which the newer one says where the trees begin. */
const metaPages = [0, 1] as const;
const meta = {
  magic: 0xbeefc0de,
  pageSize: 48,
  trees: [48, 96],
  lastPage: 144,
  commit: 152,
  end: 168,
};
const kinds = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const;
/** Marks a value that has pages of its own. */
const onOverflow = 1;
const noPage = 0xffff_ffff_ffff_ffffn;
const maxDepth = 32;

/** A tree as the meta page describes it: that of the free pages, or of the entries. */
interface Tree {
  readonly isFree: boolean;
  readonly depth: number;
  readonly branches: number;
  readonly leaves: number;
  readonly overflows: number;
  readonly entries: number;
  /** Undefined for an empty tree. */
  readonly root: number | undefined;
}

interface Meta {
  readonly trees: readonly Tree[];
  readonly lastPage: number;
  readonly commit: number;
}

/** A node of a page: the position of its key and of what follows it. */
interface PageNode {
  readonly key: Buffer;
  readonly at: number;
  readonly end: number;
}

/** The keys that a page may have: from one (inclusive) to another (exclusive). */
interface KeyRange {
  readonly from?: Buffer | undefined;
  readonly to?: Buffer | undefined;
}

/** Thrown where a page is wrong. */
class WrongPage extends Error {}

/**
 * Reads all pages of an lmdb file that are in use, because lmdb maps them into memory and trusts them: what is wrong in them
 * would end the process. Returns the number of entries. Throws a StorageProblem if a page is not as lmdb writes it; values
 * are not looked at, as they have checksums.
 */
export function checkPages(file: string): number {
  const handle = openSync(file, 'r');
  try {
    const newest = readMeta(handle);
    const pages = new PageWalk(handle, newest);
    for (const tree of newest.meta.trees) pages.walk(tree);
    pages.checkFree();
    return newest.meta.trees.at(-1)?.entries ?? 0;
  } catch (error) {
    if (!(error instanceof WrongPage || error instanceof RangeError)) throw error;
    const place = error instanceof WrongPage ? ` (${error.message})` : '';
    throw new StorageProblem(
      'damaged',
      `[${basename(file)}] in it is damaged; nothing is changed. Restore a copy of the folder${place}`,
    );
  } finally {
    closeSync(handle);
  }
}

interface Newest {
  readonly meta: Meta;
  readonly pageSize: number;
}

function readMeta(handle: number): Newest {
  const { size } = fstatSync(handle);
  const first = readAt(handle, { at: 0, length: meta.end });
  const pageSize = first.readUInt32LE(meta.pageSize);
  const isPower = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  expect(isPower, 'size of pages');
  const second = readAt(handle, { at: pageSize, length: meta.end });
  const [one, two] = [first, second].map((page, at) => {
    const isMeta = page.readUInt32LE(header) === meta.magic && kindOf(page) === kinds.meta;
    expect(isMeta && numberOf(page, 0) === metaPages[at], `page ${at}`);
    return metaOf(page);
  }) as [Meta, Meta];
  // The format of the file, from the version to the flags.
  expect(first.subarray(28, 40).equals(second.subarray(28, 40)), 'formats of pages 0 and 1');
  expect(first.subarray(48, 54).equals(second.subarray(48, 54)), 'formats of pages 0 and 1');
  // Commits are written to the two pages by turns.
  const isFirst = one.commit === 0 && two.commit === 0;
  const isTurn = Math.abs(one.commit - two.commit) === 1 && one.commit % 2 === 0;
  expect(isFirst || isTurn, 'commits of pages 0 and 1');
  const newest = one.commit >= two.commit ? one : two;
  if (size < (newest.lastPage + 1) * pageSize) {
    throw new StorageProblem(
      'damaged',
      'the end of the file is missing; nothing is changed. Restore a copy of the folder',
    );
  }
  return { meta: newest, pageSize };
}

function metaOf(page: Buffer): Meta {
  const trees = meta.trees.map((at, tree) => ({
    isFree: tree === 0,
    depth: page.readUInt16LE(at + 6),
    branches: numberOf(page, at + 8),
    leaves: numberOf(page, at + 16),
    overflows: numberOf(page, at + 24),
    entries: numberOf(page, at + 32),
    root: page.readBigUInt64LE(at + 40) === noPage ? undefined : numberOf(page, at + 40),
  }));
  return { trees, lastPage: numberOf(page, meta.lastPage), commit: numberOf(page, meta.commit) };
}

/** Walks the trees of a file and checks that no page is used twice. */
class PageWalk {
  readonly #handle: number;
  readonly #pageSize: number;
  readonly #used: Uint8Array;
  readonly #free: (readonly [first: number, count: number])[] = [];
  #found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };

  constructor(handle: number, { meta: { lastPage }, pageSize }: Newest) {
    this.#handle = handle;
    this.#pageSize = pageSize;
    this.#used = new Uint8Array(lastPage + 1);
    this.#use(metaPages[0], metaPages.length);
  }

  walk(tree: Tree): void {
    this.#found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
    expect(tree.depth <= maxDepth && (tree.root === undefined) === (tree.depth === 0), 'depth');
    if (tree.root !== undefined) this.#visit(tree.root, { tree, height: tree.depth }, {});
    for (const name of ['branches', 'leaves', 'overflows', 'entries'] as const) {
      expect(this.#found[name] === tree[name], `number of ${name}`);
    }
  }

  /** Checks that the pages which are listed as free are not used. */
  checkFree(): void {
    for (const [first, count] of this.#free) this.#checkUnused(first, count);
  }

  #visit(
    number: number,
    { tree, height }: { readonly tree: Tree; readonly height: number },
    range: KeyRange,
  ): void {
    this.#use(number, 1);
    const page = this.#read(number, this.#pageSize);
    const isLeaf = height === 1;
    expect(kindOf(page) === (isLeaf ? kinds.leaf : kinds.branch), `page ${number}`);
    expect(numberOf(page, 0) === number, `page ${number}`);
    const nodes = this.#nodesOf(page, isLeaf);
    // The first key of a branch is not used.
    checkOrder(isLeaf ? nodes : nodes.slice(1), range, tree);
    if (isLeaf) {
      this.#found.leaves++;
      this.#found.entries += nodes.length;
      for (const each of nodes) this.#checkValue(page, each, tree);
      return;
    }
    this.#found.branches++;
    expect(nodes.length > 1, `page ${number}`);
    for (const [at, each] of nodes.entries()) {
      const inner = { from: at === 0 ? range.from : each.key, to: nodes[at + 1]?.key ?? range.to };
      this.#visit(childOf(page, each), { tree, height: height - 1 }, inner);
    }
  }

  /** Returns the nodes of a page, which fill the space from `upper` to its end. */
  #nodesOf(page: Buffer, isLeaf: boolean): readonly PageNode[] {
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const space = this.#pageSize - header;
    expect(lower > 0 && lower % 2 === 0 && lower <= upper && upper <= space, 'space of a page');
    let filled = 0;
    const nodes = Array.from({ length: lower / 2 }, (_, index) => {
      const at = header + page.readUInt16LE(header + index * 2);
      expect(at >= header + upper && at % 2 === 0, 'place of a node');
      const keyEnd = at + node + page.readUInt16LE(at + 6);
      const end = keyEnd + (isLeaf ? storedSize(page, at) : 0);
      expect(end <= this.#pageSize, 'size of a node');
      filled += (end - at + 1) & ~1;
      return { at, key: page.subarray(at + node, keyEnd), end };
    });
    expect(filled === space - upper, 'sizes of nodes');
    return nodes;
  }

  #checkValue(page: Buffer, { at, key, end }: PageNode, { isFree }: Tree): void {
    const flags = page.readUInt16LE(at + 4);
    expect(flags === 0 || flags === onOverflow, 'flags of a node');
    const start = at + node + key.length;
    if (flags === 0) {
      if (isFree) this.#noteFree(page.subarray(start, end));
      return;
    }
    const size = page.readUInt32LE(at);
    const first = numberOf(page, start);
    const count = numberOf(page, start + 16);
    expect(count * this.#pageSize >= header + size, 'size of a value');
    this.#use(first, count);
    const pages = this.#read(first, isFree ? header + size : header);
    const isRight = kindOf(pages) === kinds.overflow && numberOf(pages, 0) === first;
    expect(isRight && pages.readUInt32LE(20) === count, `page ${first}`);
    this.#found.overflows += count;
    if (isFree) this.#noteFree(pages.subarray(header));
  }

  /** Reads a list of free pages: its length, then numbers of pages; a negative one is the length of a run that follows. */
  #noteFree(list: Buffer): void {
    expect(list.length >= 8 && list.length % 8 === 0, 'size of a list of free pages');
    const length = numberOf(list, 0);
    expect(length < list.length / 8, 'length of a list of free pages');
    for (let at = 1; at <= length; at++) {
      const entry = Number(list.readBigInt64LE(at * 8));
      if (entry > 0) this.#free.push([entry, 1]);
      else if (entry < 0 && ++at <= length) this.#free.push([numberOf(list, at * 8), -entry]);
    }
  }

  #use(first: number, count: number): void {
    this.#checkUnused(first, count);
    this.#used.fill(1, first, first + count);
  }

  #checkUnused(first: number, count: number): void {
    expect(count > 0 && first + count <= this.#used.length, `page ${first}`);
    expect(!this.#used.subarray(first, first + count).includes(1), `page ${first}`);
  }

  #read(number: number, length: number): Buffer {
    return readAt(this.#handle, { at: number * this.#pageSize, length });
  }
}

/** Returns the number of bytes of the value of a node, or of its reference to other pages. */
function storedSize(page: Buffer, at: number): number {
  return page.readUInt16LE(at + 4) === onOverflow ? reference : page.readUInt32LE(at);
}

function childOf(page: Buffer, { at }: PageNode): number {
  return page.readUInt32LE(at) + page.readUInt16LE(at + 4) * 2 ** 32;
}

function checkOrder(nodes: readonly PageNode[], { from, to }: KeyRange, tree: Tree): void {
  let before = from;
  for (const { key } of nodes) {
    expect(key.length > 0 && (!tree.isFree || key.length === 8), 'length of a key');
    const order = before === undefined ? 1 : compareKeys(key, before, tree);
    expect(order > 0 || (order === 0 && before === from), 'order of keys');
    expect(to === undefined || compareKeys(key, to, tree) < 0, 'order of keys');
    before = key;
  }
}

/** Keys of free pages are numbers. */
function compareKeys(one: Buffer, other: Buffer, { isFree }: Tree): number {
  if (!isFree) return one.compare(other);
  return Number(one.readBigUInt64LE() - other.readBigUInt64LE());
}

function kindOf(page: Buffer): number {
  return page.readUInt16LE(18);
}

function numberOf(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

function readAt(
  handle: number,
  { at, length }: { readonly at: number; readonly length: number },
): Buffer {
  const bytes = Buffer.alloc(length);
  expect(readSync(handle, bytes, 0, length, at) === length, 'end of the file');
  return bytes;
}

function expect(isRight: boolean, what: string): void {
  if (!isRight) throw new WrongPage(what);
}
