import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** A command as the shell would start it: the program, then its arguments. */
export type Command = readonly [program: string, ...args: string[]];

const programs = ['aws', 'git', 'npm', 'npx'] as const;

/** What a page leaves to its reader, as a reader would fill it in. */
const filledIn = (text: string) =>
  text
    .replaceAll('<account>', '111122223333')
    .replaceAll('<region>', 'us-east-1')
    .replaceAll('<id>', 'demo')
    .replaceAll(/<[a-z ]+>/g, 'filled-in')
    .replaceAll('…', 'filled-in');

/**
 * Every command of a page: its `sh` blocks, run by the shell from top to bottom, and what is between backquotes in its
 * sentences. The programs are stand-ins that note how they were called and do nothing.
 */
export function commandsOfPage(markdown: string): Command[] {
  const blocks = [...markdown.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  const sentences = markdown.replaceAll(/^ *```.*?^ *```$/gms, '');
  // Brackets around what may be left out.
  const inline = [...sentences.matchAll(/`((?:aws|git|npm|npx) [^`]+)`/g)].map(([, command = '']) =>
    command.replaceAll(/\s+/g, ' ').replaceAll(/(?<= )\[|\]$/g, ''),
  );
  return calledBy(filledIn([...blocks, ...inline].join('\n')));
}

function calledBy(script: string): Command[] {
  const folder = temporaryFolder();
  const record = join(folder, 'record');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of programs) {
    const file = join(bin, program);
    writeFileSync(file, standIn(program, record));
    chmodSync(file, 0o755);
  }
  const { status, stderr } = spawnSync('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env: { PATH: `${bin}:/usr/bin:/bin` },
  });
  if (status !== 0) throw new Error(`The shell refused the page's commands: ${stderr}`);
  const noted = existsSync(record) ? readFileSync(record, 'utf8') : '';
  return noted
    .split('\u001e')
    .slice(0, -1)
    .map((call) => call.split('\u001f') as unknown as Command);
}

/** Whatever is asked of AWS, the answer is one word, as `--output text` gives it. */
const standIn = (program: string, record: string) => `#!/bin/bash
call=${program}
for argument in "$@"; do call+=$'\\x1f'"$argument"; done
printf '%s\\x1e' "$call" >>'${record}'
echo answered
`;
