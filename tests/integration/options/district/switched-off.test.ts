import { describe, expect, it } from 'vitest';
import { HiddenGroupsEntity } from '#functions/options/district/records/made-figures.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { districtContract } from '#shared/options/district/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';

describe('a school without figures for a district', () => {
  const school = schoolWithoutOptions();

  it('answers none of its calls', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    expect((await office.call(districtContract.listFigureTerms, {})).status).toBe(404);
    expect((await office.call(districtContract.makeFigures, { year: 2025, term: 1 })).status).toBe(404);
  });

  it('keeps what files have hidden, which is of nobody: an erasure neither takes it nor wonders at it', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    const of = { year: 2025, files: 1, hidden: ['level\n7'], shownTotals: [] };
    await executeActionOfTest(HiddenGroupsEntity.put(of));
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toMatch(/hidden-groups|made-figures/);
    expect(await HiddenGroupsEntity.get({ year: 2025 })).toEqual(of);
  });
});
