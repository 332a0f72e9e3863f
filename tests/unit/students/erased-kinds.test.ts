import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { erasureRules, erasureRulesOfOptions } from '#functions/students/register/jobs/rows-to-erase.ts';
import { erasureParts } from '#options/functions/erasure';

/** Kinds of rows that have a student's id, as the sources define them; `student` is what an erasure begins with. */
function kindsOfStudents(): string[] {
  const sources = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((text) =>
    [...text.matchAll(/= entity<(\w+)>\(\)\(\{\s*name: '([\w-]+)'/g)].flatMap(([, item = '', kind = '']) => {
      const [, attributes = ''] = new RegExp(`interface ${item}\\b[^{]*\\{([^}]*)`).exec(text) ?? [];
      return /^ {2}studentId\??: /m.test(attributes) && kind !== 'student' ? [kind] : [];
    }),
  );
}

describe('an erasure', () => {
  it('has a rule for each entity with a student’s id', () => {
    const kinds = kindsOfStudents();
    expect(kinds).toContain('term-report');
    expect(kinds.length).toBeGreaterThan(10);
    erasureRulesOfOptions.fill(erasureParts.rules);
    const rules = erasureRules();
    expect(kinds.filter((kind) => !(kind in rules))).toEqual([]);
  });

  it('has the rules of the core alone where there is no option', () => {
    erasureRulesOfOptions.fill({});
    expect(erasureRules()).toMatchObject({ 'told-absence': 'delete' });
    expect(erasureRules()).not.toHaveProperty('refused-scan');
    expect(erasureRules()).not.toHaveProperty('issued-file');
    expect(erasureRules()).not.toHaveProperty('report-link');
  });
});
