import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { type BenchRow, measureMedian } from '../kit/bench.ts';

export const title = 'Layouts of report cards: the preview of a change, and publishing one for the whole school';

/** In the current term of the demo school then, much is entered. */
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
    const { checkCardLayout, previewCardLayout, publishCardLayout, saveCardLayout } = termReportsContract;
    const scope = { levels, terms: [1, 2, 3] as (1 | 2 | 3)[] };
    const made = await office.call(saveCardLayout, { layout: toLayoutText(standardLayout), ...scope, saves: 0 });
    const { layout_id: id } = made.body;
    const { students } = (await office.call(checkCardLayout, { layout_id: id, saves: '1', form_level: '1' })).body;
    const student = students[0]?.student_id ?? '';
    let saves = 1;
    /** As the screen does after a change. */
    const change = async (layout: CardLayout) => {
      const saved = await office.call(saveCardLayout, { layout_id: id, layout: toLayoutText(layout), ...scope, saves });
      saves = saved.body.saves;
      const shown = { layout_id: id, saves: String(saves), student_id: student };
      const { status } = await office.call(previewCardLayout, shown);
      if (status !== 200) throw new Error(`The preview answered ${status}`);
    };
    await change(standardLayout);
    const ofChange = await measureMedian(15, () => timed(() => change(changed(saves))));
    const ofFigures = await measureMedian(9, () => timed(() => change({ ...figures, title: `Report ${saves}` })));
    const published = await timed(async () => {
      const { status } = await office.call(publishCardLayout, { layout_id: id, saves });
      // A student whose card is too full is an answer as well: all were laid out.
      if (status !== 200 && status !== 422) throw new Error(`Publishing answered ${status}`);
    });
    return [
      row('A change saved, and the longest card in it, warm, median', ofChange, longest),
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
