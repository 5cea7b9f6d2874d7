import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { readParsed } from '../base/read-file.ts';
import { writeFile } from '../base/write-file.ts';
import type { Property } from './property.ts';

/** Maximum number of counterexamples of one property that are kept. */
const maxKept = 20;

/**
 * Returns the replay ids in a corpus folder that belong to a property, newest first. Throws UsageError if its file cannot be
 * read.
 */
export function knownIn(folder: string, property: Property): readonly string[] {
  const file = fileOf(folder, property);
  if (!existsSync(file)) return [];
  const lines = readParsed('corpus', file, (text) => text.split(/\r?\n/)) as readonly string[];
  const ids = lines.map((line) => line.trim()).filter((line) => line !== '');
  for (const id of ids) {
    try {
      readReplayId(id);
    } catch {
      throw new UsageError(`${file}: "${id}" is no replay id of ${property.id}; remove the line`);
    }
  }
  return ids.slice(0, maxKept);
}

/** Adds a replay id to a corpus folder; makes the folder if there is none. */
export function keepIn(folder: string, property: Property, replay: string): void {
  const others = knownIn(folder, property).filter((id) => id !== replay);
  mkdirSync(folder, { recursive: true });
  const lines = [replay, ...others].slice(0, maxKept);
  writeFile(fileOf(folder, property), lines.map((line) => `${line}\n`).join(''));
}

function fileOf(folder: string, { id }: Property): string {
  return join(folder, `${id}.txt`);
}

/** The data that reproduces a counterexample. */
export interface ReplayId {
  readonly seed: number;
  /** The path that leads fast-check from the seed to the shrunk value. */
  readonly path: string;
}

/** Writes `<seed>:<path>`. */
export function replayText({ seed, path }: ReplayId): string {
  return `${seed}:${path}`;
}

/** Parses the text that `replayText` writes. Throws UsageError if it is not valid. */
export function readReplayId(text: string): ReplayId {
  const [, seed, path] = /^(-?\d{1,10}):(\d+(?::\d+)*)$/.exec(text) ?? [];
  if (seed === undefined || path === undefined) {
    throw new UsageError(`--replay "${text}" is not valid: it needs <seed>:<path>`);
  }
  return { seed: Number(seed), path };
}
