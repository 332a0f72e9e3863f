import { describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout, LayoutBlock } from '#shared/term-reports/layouts/card-layout.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { printCards } from './printed-cards.ts';

const { listCardLayouts, saveCardLayout, deleteCardLayout, publishCardLayout, checkCardLayout, previewCardLayout } =
  termReportsContract;

const without = (isGone: (block: LayoutBlock) => boolean): CardLayout => ({
  ...standardLayout,
  front: standardLayout.front.map((row) => row.filter((block) => !isGone(block))).filter((row) => row.length > 0),
});

describe('the calls of layouts of report cards', () => {
  const admin = schoolForTests().as('A1');
  restoreAfterEach();

  const save = (layout: CardLayout, change: Record<string, unknown> = {}, key?: string) =>
    admin.call(
      saveCardLayout,
      { layout: toLayoutText(layout), levels: [1], terms: [term], saves: 0, ...change },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  const list = async () => (await admin.call(listCardLayouts, {})).body;
  const remark = (text: string) =>
    executeActionOfTest(
      TermReportEntity.update({ studentId: 'S01', year, term }, { set: { formTeacherComments: text } }),
    );

  it('list what is there: ours to begin with, and which cards have which', async () => {
    const { layouts, in_use: used, shipped } = await list();
    expect([layouts, shipped.map((text) => JSON.parse(text).name)]).toEqual([
      [],
      ['Standard', 'Two pages', 'In words'],
    ]);
    expect(new Set(used.map(({ name, layout_id: id }) => `${name} ${id}`))).toEqual(new Set(['Standard null']));
  });

  it('save a draft once for one key, and refuse who has not seen the last save, by name', async () => {
    const first = await save(standardLayout, {}, 'saved-at-first');
    const again = await save(standardLayout, {}, 'saved-at-first');
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect((await list()).layouts).toHaveLength(1);
    const { layout_id: id } = first.body;
    expect((await save(twoPagesLayout, { layout_id: id, saves: 1 })).body.saves).toBe(2);
    const late = await save(standardLayout, { layout_id: id, saves: 1 });
    expect([late.status, late.error?.message]).toEqual([
      409,
      [expect.stringMatching(/^Ada Office saved this layout meanwhile, /)],
    ]);
    expect((await list()).layouts.map(({ draft }) => JSON.parse(draft).name)).toEqual(['Two pages']);
    expect((await save(standardLayout, { layout_id: 'no-such', saves: 1 })).status).toBe(404);
  });

  it('refuse a draft for no forms, and one twice', async () => {
    for (const levels of [[], [1, 1], [8]]) expect((await save(standardLayout, { levels })).status).toBe(422);
  });

  it('publish what was saved, and print the cards of these forms in it', async () => {
    const { body } = await save(twoPagesLayout);
    const published = await admin.call(publishCardLayout, { layout_id: body.layout_id, saves: 1 });
    expect([published.status, published.body]).toMatchObject([200, { version: 1, students: expect.any(Number) }]);
    expect(published.body.students).toBeGreaterThan(5);
    const { in_use: used } = await list();
    expect(used.filter(({ name }) => name === 'Two pages')).toEqual([
      { form_level: 1, term, name: 'Two pages', layout_id: body.layout_id, version: 1 },
    ]);
    const { bytes } = await printCards(admin, { studentId: 'S01' });
    expect((await readPrintedPdf(Buffer.from(bytes))).pages).toHaveLength(2);
    expect((await admin.call(undoContract.undoAct, { undo: published.body.undo })).status).toBe(200);
    expect((await list()).in_use.some(({ name }) => name === 'Two pages')).toBe(false);
  });

  it('refuse to publish what leaves out the words about a real student, with the place and the name', async () => {
    await remark('Kind to everybody.');
    const { body } = await save(without((block) => block.block === 'remarks' && block.of === 'formTeacher'));
    const published = await admin.call(publishCardLayout, { layout_id: body.layout_id, saves: 1 });
    expect(published.status).toBe(422);
    expect(JSON.stringify(published.error)).toMatch(/layout\.front.*Form teacher’s remarks.*S01/);
    expect((await list()).in_use.every(({ version }) => version === null)).toBe(true);
  });

  it('refuse to publish what has no room for one student, and what contradicts itself', async () => {
    await remark('Ana has worked with care; her answers are fuller than before. '.repeat(150));
    const { body } = await save(standardLayout);
    const full = await admin.call(publishCardLayout, { layout_id: body.layout_id, saves: 1 });
    expect([full.status, JSON.stringify(full.error)]).toEqual([422, expect.stringMatching(/The front is too full/)]);
    const { body: unsigned } = await save(without(({ block }) => block === 'signatures'));
    const refused = await admin.call(publishCardLayout, { layout_id: unsigned.layout_id, saves: 1 });
    expect([refused.status, JSON.stringify(refused.error)]).toEqual([
      422,
      expect.stringMatching(/lacks the signatures/),
    ]);
  });

  it('preview the very pages of the card as it is printed then', async () => {
    const pages = async ({ bytes }: { bytes: Uint8Array }) => (await readPrintedPdf(Buffer.from(bytes))).pages;
    const { body } = await save(twoPagesLayout);
    const previewed = (saves: string, student = 'S01') =>
      admin.call(previewCardLayout, { layout_id: body.layout_id, saves, student_id: student });
    const preview = await pages(await previewed('1'));
    await admin.call(publishCardLayout, { layout_id: body.layout_id, saves: 1 });
    expect(preview).toEqual(await pages(await printCards(admin, { studentId: 'S01', as: 'now' })));
    expect(preview).toHaveLength(2);
    expect((await previewed('1', 'S99')).status).toBe(404);
    await save(
      without(({ block }) => block === 'signatures'),
      { layout_id: body.layout_id, saves: 1 },
    );
    const [stale, unsigned] = [await previewed('1'), await previewed('2')];
    expect([stale.status, unsigned.status]).toEqual([409, 409]);
    expect(unsigned.error?.message).toEqual(['The layout lacks the signatures.']);
  });

  it('check a draft for a form: the longest texts first, and what publishing would refuse', async () => {
    await remark('Kind to everybody, and always there when somebody needs her. '.repeat(5));
    const { body } = await save(standardLayout);
    const check = async (level: string, saves = '1') =>
      (await admin.call(checkCardLayout, { layout_id: body.layout_id, saves, form_level: level })).body;
    const { problems, students } = await check('1');
    expect(problems).toEqual([]);
    expect(students[0]?.student_id).toBe('S01');
    expect(students.length).toBeGreaterThan(5);
    expect(students.every(({ class_id: id }) => ['1A', '1B'].includes(id))).toBe(true);
    await save(
      without((block) => block.block === 'remarks' && block.of === 'formTeacher'),
      {
        layout_id: body.layout_id,
        saves: 1,
      },
    );
    expect((await check('1', '2')).problems.map(({ place }) => place)).toEqual(['layout.front']);
    expect((await check('4', '2')).problems).toEqual([]);
  });

  it('list the versions of a layout as they were published, the latest first, and the subjects of the school', async () => {
    const { body } = await save(twoPagesLayout);
    const { layout_id: id } = body;
    await admin.call(publishCardLayout, { layout_id: id, saves: 1 });
    await save({ ...standardLayout, title: 'Progress card' }, { layout_id: id, saves: 1, levels: [1, 2] });
    await admin.call(publishCardLayout, { layout_id: id, saves: 2 });
    const { versions, subjects } = (await admin.call(listCardLayouts, { layout_id: id })).body;
    expect(
      versions.map(({ version, layout, levels, published_by: by }) => [version, JSON.parse(layout).title, levels, by]),
    ).toEqual([
      [2, 'Progress card', [1, 2], 'Ada Office'],
      [1, twoPagesLayout.title, [1], 'Ada Office'],
    ]);
    expect(subjects).toContainEqual({ id: 'MATH', title: 'Mathematics' });
    expect((await list()).versions).toEqual([]);
    expect((await admin.call(listCardLayouts, { layout_id: 'no-such' })).body.versions).toEqual([]);
  });

  it('delete a draft that no cards have, once, and bring it back', async () => {
    const { body } = await save(twoPagesLayout);
    const { layout_id: id } = body;
    const remove = (saves: number, key?: string) =>
      admin.call(deleteCardLayout, { layout_id: id, saves }, key === undefined ? {} : { 'Idempotency-Key': key });
    await admin.call(publishCardLayout, { layout_id: id, saves: 1 });
    const used = await remove(1);
    expect([used.status, used.error?.message]).toEqual([
      409,
      [`Cards have this layout: Form 1, Term ${term}. Publish another one for them first.`],
    ]);
    const { body: other } = await save(standardLayout);
    await admin.call(publishCardLayout, { layout_id: other.layout_id, saves: 1 });
    expect((await remove(7)).status).toBe(409);
    const gone = await remove(1, 'deleted-once');
    expect([gone.status, (await remove(1, 'deleted-once')).body]).toEqual([200, gone.body]);
    expect((await list()).layouts.map(({ layout_id: left }) => left)).toEqual([other.layout_id]);
    expect((await remove(1)).status).toBe(404);
    expect((await save(standardLayout, { layout_id: id, saves: 1 })).status).toBe(404);
    expect((await admin.call(undoContract.undoAct, { undo: gone.body.undo })).status).toBe(200);
    const back = (await list()).layouts.find(({ layout_id: one }) => one === id);
    expect([JSON.parse(back?.draft ?? '{}').name, back?.saves, back?.published]).toEqual(['Two pages', 1, 1]);
  });
});
