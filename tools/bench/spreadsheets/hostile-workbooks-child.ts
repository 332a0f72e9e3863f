import { readFileSync } from 'node:fs';
import { openInWorker } from '#functions/platform/xlsx/open-in-worker.ts';

/** Refuses the workbook of a file, and reports what that took: a process that does nothing else. */
const [file = '', warm = ''] = process.argv.slice(2);
const read = (path: string) =>
  openInWorker(readFileSync(path))
    .then((workbook) => workbook.readSheet('S').finally(workbook.close))
    .then(() => 'read')
    .catch((error: Error) => error.name);
await read(warm);
const memory = () => process.resourceUsage().maxRSS / 1024;
const before = { at: performance.now(), megabytes: memory() };
const outcome = await read(file);
const milliseconds = performance.now() - before.at;
process.stdout.write(JSON.stringify({ outcome, milliseconds, megabytes: memory() - before.megabytes }));
