import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { type BenchRow, measureMedian } from '../kit/bench.ts';

export const title = 'Layouts of report cards: the preview of a change, and publishing one for the whole school';

/** A term of the demo school in which nearly everything is entered. */
const full = { year: 2025, term: 2 } as const;
const today = new Date('2026-05-15T12:00:00Z');
const levels = [1, 2, 3, 4, 5, 6, 7];
/** Milliseconds in which somebody who changes a layout sees the card. */
const longest = 300;

/** Each change prints another layout: nothing is kept from the one before. */
const changed = (turn: number): CardLayout => ({
  ...(shippedLayouts[turn % shippedLayouts.length] ?? standardLayout),
  title: `Report ${turn}`,
});

const figures: CardLayout = {
  ...standardLayout,
  front: standardLayout.front.map((row) =>
    row.map((block) =>
      block.block === 'subjects'
        ? { ...block, columns: [{ column: 'total' }, { column: 'place' }, { column: 'comment' }] }
        : block,
    ),
  ),
};

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const { listPreviewStudents, previewCardLayout, publishCardLayout, saveCardLayout } = termReportsContract;
    const inPath = { year: String(full.year), term: String(full.term), form_level: '1' };
    const students = (await office.call(listPreviewStudents, inPath)).body;
    const student = students[0]?.student_id ?? '';
    const preview = async (layout: CardLayout) => {
      const input = { layout: toLayoutText(layout), student_id: student, ...full };
      const { status } = await office.call(previewCardLayout, input);
      if (status !== 200) throw new Error(`The preview answered ${status}`);
    };
    await preview(standardLayout);
    let turn = 0;
    const ofChange = await measureMedian(15, () => timed(() => preview(changed(++turn))));
    const ofFigures = await measureMedian(9, () => timed(() => preview({ ...figures, title: `Report ${++turn}` })));
    const saved = await office.call(saveCardLayout, {
      layout: toLayoutText(standardLayout),
      levels,
      terms: [1, 2, 3],
      saves: 0,
    });
    const published = await timed(async () => {
      const { status } = await office.call(publishCardLayout, { layout_id: saved.body.layout_id, saves: 1 });
      // A student whose card is too full is an answer as well: all were laid out.
      if (status !== 200 && status !== 422) throw new Error(`Publishing answered ${status}`);
    });
    return [
      row('The longest card in a changed layout, warm, median', ofChange, longest),
      row('The same with places in the class, which reads the class', ofFigures, longest),
      row('Publishing for all forms, every student laid out', published),
    ];
  } finally {
    await school.stop();
  }
}

const row = (measure: string, ms: number, most?: number): BenchRow => ({
  measure,
  value: `${ms.toFixed(0)} ms`,
  limit: most === undefined ? 'shown only' : `≤ ${most} ms`,
  ok: most === undefined || ms <= most,
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
