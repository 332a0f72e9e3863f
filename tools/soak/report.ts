import type { HistoryFaults } from '../../tests/support/step-by-step/save-history.ts';
import type { PageReading } from './browsers.ts';
import type { Fault } from './inject-faults.ts';
import { formatReading } from './meters.ts';
import type { Observations } from './person.ts';
import type { ProcessReading } from './school-control.ts';

interface Soaked {
  faults: HistoryFaults & { acknowledged: number; refused: number; unanswered: number };
  happened: ReadonlyMap<Fault, number>;
  readings: readonly ProcessReading[];
  pages: readonly (PageReading | undefined)[];
  isAllSaved: readonly boolean[];
  sightings: Observations;
  typed: number;
  unsteady: readonly string[];
}

/** Tells what was seen, and gives how many of the promises were broken. */
export function reportSoak(soaked: Soaked, tell: (line: string) => void): number {
  const { faults, happened, readings, pages, isAllSaved, sightings, typed } = soaked;
  const counted = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
  tell(`\nFaults: ${counted(happened)}`);
  tell(`Answers: ${counted(sightings.answers)}`);
  tell(`Typed into real browsers: ${typed} marks`);
  for (const reading of readings) tell(`School: ${formatReading(reading)}`);
  for (const page of pages) {
    if (page)
      tell(
        `Page: heap ${(page.heap / 1e6).toFixed(1)} MB, listeners ${page.listeners}, nodes ${page.nodes} (${page.shown} in the document)`,
      );
  }
  const promises: [string, readonly string[]][] = [
    [`${faults.acknowledged} acknowledged writes, none lost`, faults.lost],
    ['None took effect twice, or although it was refused', faults.twice],
    [
      `Every write was answered (${faults.refused} refused)`,
      faults.unanswered > 0 ? [`${faults.unanswered} were not`] : [],
    ],
    [
      'What was typed is saved',
      isAllSaved.every(Boolean) ? [] : ['A page still holds something that it could not save'],
    ],
    ['Memory, handles and listeners are flat', soaked.unsteady],
    ['Every error is a sentence', [...new Set(sightings.wordless)]],
  ];
  for (const [promise, broken] of promises) {
    tell(broken.length === 0 ? `ok      ${promise}` : `FAILED  ${promise}: ${broken.length}`);
    for (const one of broken.slice(0, 12)) tell(`          ${one}`);
  }
  return promises.filter(([, broken]) => broken.length > 0).length;
}
