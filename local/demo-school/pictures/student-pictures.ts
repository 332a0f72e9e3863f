import type { SchoolFile } from '#shared/school/school-file.ts';
import { currentTerm } from '../calendar.ts';
import { createRandom, type Random } from '../random.ts';
import { buildCohort } from '../students/cohort.ts';
import { drawPortrait } from './portrait.ts';

/** Share of students with a picture; the others were absent. */
const share = 0.6;

const pictureRandom = (seed: string, studentId: string): Random => createRandom(seed).fork(`picture/${studentId}`);

/** Name of a student's picture; undefined without one. */
export function demoPictureName(seed: string, studentId: string): string | undefined {
  const random = pictureRandom(seed, studentId);
  if (!random.chance(share)) return undefined;
  const version = Array.from({ length: 16 }, () => random.int(0, 15).toString(16)).join('');
  return `${studentId}-${version}.png`;
}

/** Name and bytes of every picture of the school, without generating the rest of it. */
export function* generateDemoPictures({ seed, school, today }: { seed: string; school: SchoolFile; today: string }) {
  const pupils = buildCohort(createRandom(seed).fork('cohort'), { school, year: currentTerm(today).year });
  for (const { studentId, status } of pupils) {
    const picture = status === 'current' ? demoPictureName(seed, studentId) : undefined;
    if (picture) yield { picture, bytes: drawPortrait(pictureRandom(seed, `${studentId}/drawn`)) };
  }
}
