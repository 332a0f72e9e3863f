import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judged } from '#functions/students/register/jobs/erase-rows.ts';

/** Kinds of rows that have a student's id, as the sources define them; `student` is what an erasure begins with. */
function kindsOfStudents(): string[] {
  const sources = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const definitions = sources.flatMap((text) => text.split(/= entity\(/).slice(1));
  return definitions.flatMap((definition) => {
    const [ofEntity = ''] = definition.split(/\n}\);|\n\);/);
    const [, kind = ''] = /entity: '([\w-]+)'/.exec(ofEntity) ?? [];
    return /\bstudentId: \{/.test(ofEntity) && kind !== 'student' ? [kind] : [];
  });
}

describe('an erasure', () => {
  it('knows what becomes of each kind of row that has a student’s id', () => {
    const kinds = kindsOfStudents();
    expect(kinds).toContain('term-report');
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !(kind in judged))).toEqual([]);
  });
});
