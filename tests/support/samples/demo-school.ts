import { readFileSync } from 'node:fs';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { generateDemoSchool } from '../../../local/demo-school/generate.ts';
import type { DemoSchool } from '../../../local/demo-school/types.ts';

/** Reference data of the demo school. */
export const demoSchoolFile = schoolFileSchema().parse(
  JSON.parse(readFileSync(new URL('../../../infra/schools/demo.json', import.meta.url), 'utf8')),
);

/** A day in a term and one in the long holidays, each with its own seed: what holds must hold for both. */
export const demoDays = ['2026-11-20', '2027-08-03'] as const;

export const toSeed = (today: string): string => `seed of ${today}`;

const generated = new Map<string, DemoSchool>();

/** The demo school of a day, generated once a test file. */
export function generateDemoSchoolOn(today: string): DemoSchool {
  const known = generated.get(today) ?? generateDemoSchool({ seed: toSeed(today), school: demoSchoolFile, today });
  generated.set(today, known);
  return known;
}
