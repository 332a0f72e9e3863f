import type { Random } from '../random.ts';
import {
  capeProgrammes,
  csecStreamOrder,
  csecStreams,
  programmesOfClass,
  type StreamName,
} from '../staff/curriculum.ts';
import type { SubjectId } from '../staff/subjects.ts';

/** A class's stream by its position among the classes of its level. */
export const streamOfClass = (position: number): StreamName =>
  csecStreamOrder[position % csecStreamOrder.length] as StreamName;

/** Six subjects beside the core, no two the same. */
export function chooseCsec(random: Random, stream: StreamName): SubjectId[] {
  const chosen: SubjectId[] = [];
  for (const choice of csecStreams[stream]) {
    const open = Object.fromEntries(Object.entries(choice).filter(([id]) => !chosen.includes(id as SubjectId)));
    if (Object.keys(open).length > 0) chosen.push(random.weighted(open) as SubjectId);
  }
  return chosen;
}

/** Three or four CAPE units, and the stream of forms 4 and 5 that leads there. The abler take four. */
export function chooseCape(
  random: Random,
  { level, position, ability }: { level: 6 | 7; position: number; ability: number },
): { units: SubjectId[]; from: StreamName } {
  const classes = programmesOfClass[level];
  const names = classes[position % classes.length] ?? [];
  const shares = Object.fromEntries(
    capeProgrammes.filter(({ name }) => names.includes(name)).map(({ name, share }) => [name, share]),
  );
  const name = random.weighted(shares);
  const programme = capeProgrammes.find((candidate) => candidate.name === name);
  if (!programme) throw new Error(`No CAPE programme ${name}`);
  const takesFour = random.chance(ability > 0.3 ? 0.75 : 0.3);
  const units = [...programme.units, ...(takesFour ? [random.weighted(programme.fourth) as SubjectId] : [])];
  return { units, from: random.pick(programme.from) };
}
