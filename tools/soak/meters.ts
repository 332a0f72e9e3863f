import type { ProcessReading } from './school-control.ts';

/** How far memory may be from what it was when the school had warmed up. */
const swing = 0.05;

/**
 * Connections that may be open at a quiet moment. The SDK keeps those to the database, at most fifty, and opens as many
 * as were ever needed at once: each is three sockets where client, the check in front of the emulator and its way to it
 * are one process. The rest are browsers'.
 */
const mostConnections = 3 * 50 + 75;

/** Bytes of the process in memory, with a day's documents behind it: as much as a small machine has to spare. */
const mostResident = 300e6;

/** Shorter than this, in minutes, a school is still warming up. */
export const minMinutesForMemory = 15;

/**
 * Meters that keep growing, in words. Memory is judged from the second reading on, after warming up; not in a trial.
 */
export function findGrowingMeters(readings: readonly ProcessReading[], isTrial = false): string[] {
  const [, base, ...later] = readings;
  if (!base || later.length === 0) return ['There are too few readings to judge.'];
  const faults = later.flatMap((reading, index) => {
    const change = reading.memory / base.memory - 1;
    const isFlat = isTrial || Math.abs(change) <= swing;
    return isFlat ? [] : [`Memory in reading ${index + 3}: ${percent(change)} of what it was after warming up.`];
  });
  const last = later.at(-1) ?? base;
  if (last.connections > mostConnections)
    faults.push(`connections: ${last.connections}, and at most ${mostConnections} are kept open.`);
  if (last.resident > mostResident)
    faults.push(
      `resident memory: ${megabytes(last.resident)} MB, and at most ${megabytes(mostResident)} are expected.`,
    );
  for (const what of ['handles', 'listeners', 'warnings'] as const) {
    // A timer more or less runs at any moment; what is lost sight of is one each time.
    const room = what === 'handles' ? 10 : 0;
    if (last[what] > base[what] + room) faults.push(`${what}: ${last[what]}, and ${base[what]} after warming up.`);
  }
  return faults;
}

const percent = (part: number): string => `${part > 0 ? '+' : ''}${(part * 100).toFixed(1)} %`;

export const formatReading = ({
  memory,
  resident,
  handles,
  connections,
  listeners,
  warnings,
}: ProcessReading): string =>
  `memory ${megabytes(memory)} MB (resident ${megabytes(resident)}), handles ${handles}, connections ${connections}, listeners ${listeners}, warnings ${warnings}`;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
