import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { documentsBucket, openFile } from '#functions/platform/files/file-storage.ts';
import {
  keyOfSchoolFile,
  planSchoolExport,
  readSchoolFileMade,
  type SchoolFileMade,
} from '#functions/school/whole-school/export-plan.ts';
import { finishSchoolExport, workExportStep } from '#functions/school/whole-school/export-steps.ts';
import { noteGivenOut } from '#functions/school/whole-school/given-out.ts';
import { OperatorError } from '../operators/operator-error.ts';

/**
 * Makes a file of the school of the environment by the steps of the durable job, and fetches it.
 * @param path a file that does not exist yet
 */
export async function exportToFile(path: string, { say }: { say: (line: string) => void }): Promise<SchoolFileMade> {
  if (existsSync(path)) throw new OperatorError(`There is a file ${path}.`);
  const now = new Date();
  const run = { run: randomUUID(), startedAt: now.toISOString() };
  await noteGivenOut({
    caller: { accountId: 'operator', name: 'export-school' },
    request: { now, idempotencyKey: `export-school-${run.run}` },
  });
  const steps = planSchoolExport();
  for (const [batch, rows] of steps.entries()) {
    await workExportStep(run, batch, rows);
    say(`${batch + 1} of ${steps.length}: ${rows}`);
  }
  await finishSchoolExport(run, steps.length);
  const body = (await openFile(documentsBucket(), keyOfSchoolFile(run)))?.Body;
  const made = await readSchoolFileMade(run);
  if (!body || !made) throw new Error('The file that was just made is not there');
  const part = `${path}.part`;
  try {
    await pipeline(body as Readable, createWriteStream(part, { mode: 0o600 }));
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
  return made;
}
