import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildFunctions } from '../../../infra/build/build-functions.ts';
import { allEntries, type BuildEntry } from '../../../infra/build/entries.ts';
import { nodeOptionsOf } from '../../../infra/build/node-options.ts';

const exec = promisify(execFile);
const child = new URL('./move-in-child.ts', import.meta.url).pathname;

/** What a child gets, of somebody who is signed in. */
export interface Asked {
  cookie: string;
  csrf: string;
  /** Path of the file. */
  file: string;
  said?: object;
}

export interface Shown {
  run: string;
  /** Milliseconds of the processor for the call that shows the file, and for the one that begins its run. */
  preview: number;
  start: number;
  counts: { kind: string; new: number }[];
  /** The most that the process had. */
  megabytes: number;
}

/**
 * Shows a file and begins its run with the function that a deployment has, built and with its options of Node, in a
 * process that does nothing else. `folder` is where it is built.
 */
export async function showAsDeployed(folder: string, asked: Asked): Promise<Shown> {
  const entry = entryOf('move-in-documents');
  const built = await buildFunctions({ wanted: [entry], folder });
  return ask({ does: 'documents', folder: built.get(entry.name), ...asked }, nodeOptionsOf(entry));
}

export interface Worked {
  /** Milliseconds of the run, and of those in which the table had a request. */
  whole: number;
  inTable: number;
  requests: number;
  megabytes: number;
}

/** Takes the steps of a run in a process that does nothing else; from the sources, so that its requests are counted. */
export const workInProcess = (asked: Asked & { run: string }): Promise<Worked> =>
  ask({ does: 'job', ...asked }, nodeOptionsOf(entryOf('move-in-jobs')));

function entryOf(name: string): BuildEntry {
  const entry = allEntries().find((one) => one.name === name);
  if (!entry) throw new Error(`There is no function ${name}.`);
  return entry;
}

async function ask<Report>(asked: object, nodeOptions = ''): Promise<Report> {
  const { stdout } = await exec(process.execPath, [child, JSON.stringify(asked)], {
    maxBuffer: 1 << 26,
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
}
