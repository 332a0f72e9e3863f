import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { crestWordings } from '#shared/term-reports/layouts/wordings.ts';
import { makeExif, makeJpeg, makePng, makePngChunk } from '../../../support/files/sample-files.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from './post-reports.ts';
import { printCards } from './printed-cards.ts';

const { addCrest, saveCardLayout, publishCardLayout, previewCardLayout } = termReportsContract;

describe('the crest of report cards', () => {
  const admin = schoolForTests().as('A1');
  const send = (bytes: Uint8Array | string, name = 'crest.png') =>
    admin.call(addCrest, { file: new File([bytes as BlobPart], name) });
  const imagesIn = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('/Subtype/Image').length - 1;
  const save = (layout: CardLayout, of: { layout_id?: string; saves: number } = { saves: 0 }) =>
    admin.call(saveCardLayout, { layout: toLayoutText(layout), levels: [1], terms: [term], ...of });
  const preview = async (layout: CardLayout) => {
    const { body } = await save(layout);
    return admin.call(previewCardLayout, { layout_id: body.layout_id, saves: '1', student_id: 'S01' });
  };

  it('is kept without its metadata, under the hash of what is kept, once', async () => {
    const plain = makePng({ width: 40, height: 30 });
    const told = makePng({
      width: 40,
      height: 30,
      extra: [makePngChunk('tEXt', Buffer.from('Comment\0Taken at home'))],
    });
    const [first, second] = [await send(plain), await send(told)];
    expect([first.status, first.body]).toEqual([
      200,
      { crest: createHash('sha256').update(plain).digest('hex'), width: 40, height: 30 },
    ]);
    expect(second.body).toEqual(first.body);
    const turned = await send(makeJpeg({ width: 64, height: 48, orientation: 6, comment: 'Taken at home' }), 'c.jpg');
    expect([turned.status, turned.body.width, turned.body.height]).toEqual([200, 48, 64]);
  });

  it.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 422],
    ['a PDF', '%PDF-1.7\n', 422],
    ['nothing', '', 422],
    ['a PNG that ends too early', makePng({ width: 40, height: 30 }).subarray(0, 40), 422],
    ['a PNG of more than 1 MB', Buffer.concat([makePng(), Buffer.alloc(1_000_001)]), 422],
    ['a PNG of 20 MB', Buffer.concat([makePng(), Buffer.alloc(20_000_000)]), 413],
    ['metadata alone', makeExif(1), 422],
  ])('is refused where it is %s', async (_, bytes, status) => {
    const answer = await send(bytes);
    expect(answer.status).toBe(status);
    expect(answer.error?.message?.[0]).toBeTruthy();
  });

  it('that nobody has sent is refused by its place', async () => {
    const answer = await preview({ ...standardLayout, crest: '0'.repeat(64) });
    expect([answer.status, JSON.stringify(answer.error)]).toEqual([422, expect.stringContaining(crestWordings.gone)]);
    expect((await save({ ...standardLayout, crest: '../secrets' })).status).toBe(422);
  });

  it('is on previews, cards, sheets and posted cards, and stays on these', async () => {
    const { body } = await send(makePng({ width: 40, height: 30 }));
    const layout = { ...standardLayout, crest: body.crest };
    expect([imagesIn((await preview(layout)).bytes), imagesIn((await preview(standardLayout)).bytes)]).toEqual([1, 0]);
    const saved = await save(layout);
    const publish = (saves: number) => admin.call(publishCardLayout, { layout_id: saved.body.layout_id, saves });
    expect((await publish(1)).status).toBe(200);
    const onPaper = async (change: Record<string, string>) => imagesIn((await printCards(admin, change)).bytes);
    expect([await onPaper({ studentId: 'S01' }), await onPaper({ classId: '1A' })]).toEqual([1, 1]);
    for (const path of ['/mark-sheet', '/rank-sheet']) {
      const { bytes } = await admin.send({ method: 'GET', path: `${path}?year=${year}&term=${term}&classId=1A` });
      expect(imagesIn(bytes), path).toBe(1);
    }
    await postReports(admin, { posted: 1, date_posted: null });
    await save(standardLayout, { layout_id: saved.body.layout_id, saves: 1 });
    expect((await publish(2)).status).toBe(200);
    expect([await onPaper({ studentId: 'S01' }), await onPaper({ studentId: 'S01', as: 'now' })]).toEqual([1, 0]);
  });
});
