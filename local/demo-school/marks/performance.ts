import type { Random } from '../random.ts';
import { type SubjectId, subjectDifficulty } from '../staff/subjects.ts';
import type { AbilityProfile, Pupil } from '../students/pupil.ts';
import type { LetterGrade } from '../types.ts';

/** Expected score of a student in a subject, in percent, not yet clamped to 0 and 100. */
export function expectedPercentage(pupil: Pupil, subjectId: string): number {
  const { field, mean, spread } = subjectDifficulty[subjectId as SubjectId];
  return mean + spread * (0.85 * pupil.bent.ability + 0.5 * pupil.bent.aptitudes[field]);
}

export const clamp = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value));

/** A score 0 as an average student's, as a letter. */
function letter(score: number): LetterGrade {
  if (score > 1) return 'A';
  if (score > 0.1) return 'B';
  if (score > -0.9) return 'C';
  return score > -1.7 ? 'D' : 'E';
}

export const pickApplicationGrade = (random: Random, { diligence }: AbilityProfile): LetterGrade =>
  letter(diligence + random.normal(0.15, 0.35));
export const pickConductGrade = (random: Random, { conduct }: AbilityProfile): LetterGrade =>
  letter(conduct + random.normal(0.3, 0.35));

/** How often something that happens this often on average did happen. Poisson, for small averages. */
export function poissonCount(random: Random, average: number): number {
  const limit = Math.exp(-average);
  let product = random.next();
  let count = 0;
  while (product > limit && count < 200) {
    product *= random.next();
    count += 1;
  }
  return count;
}

/** Fifths of the range of marks, for choosing words. */
export type MarkBand = 'excellent' | 'good' | 'fair' | 'weak' | 'poor';
export function toMarkBand(percentage: number): MarkBand {
  if (percentage >= 80) return 'excellent';
  if (percentage >= 65) return 'good';
  if (percentage >= 50) return 'fair';
  return percentage >= 35 ? 'weak' : 'poor';
}
