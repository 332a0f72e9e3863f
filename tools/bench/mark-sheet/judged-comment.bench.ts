import { createTypedJudge } from '#shared/options/truth-check/improbable/judge-typed.ts';
import { startSchool } from '../../../local/school.ts';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { signIn } from '../../../tests/support/callers/sign-in.ts';
import { pressCell } from '../../../tests/support/page/grid-page.ts';
import { type BenchRow, median } from '../kit/bench.ts';
import { measureThreadWork } from '../kit/painted-table.ts';

export const title = 'A comment that is judged while it is typed, CPU slowed 4 ×';

/** In the demo school's third term. */
const today = new Date('2026-05-20T08:00:00Z');
const slowdown = 4;
/** Milliseconds that judging may take of a key. */
const judgeLimit = 4;
/** How much more the page's thread may work for a comment that is judged. */
const workLimit = 1.25;
const visits = 5;
const comment = 'She works with care in algebra, and her essays on rivers are fine where she revises them. ';

export async function run(): Promise<BenchRow[]> {
  const judging = timeOfJudging() * slowdown;
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true, today });
  try {
    const file = (await import('#functions/school/records/school.ts')).school();
    const all = file.options;
    const work = { judged: [] as number[], alone: [] as number[] };
    for (let visit = 0; visit < visits; visit += 1) {
      for (const kind of ['judged', 'alone'] as const) {
        file.options = kind === 'judged' ? all : all.filter((name) => name !== 'truth-check');
        work[kind].push(await workOfTyping(school.url));
      }
    }
    const ratio = median(work.judged) / median(work.alone);
    return [
      {
        measure: `The longest comment of a class of 35, judged once, median × ${slowdown}`,
        value: `${judging.toFixed(2)} ms`,
        limit: `≤ ${judgeLimit} ms`,
        ok: judging <= judgeLimit,
      },
      {
        measure: `Work of the page’s thread for a key of a comment, its pause included, median × ${slowdown}`,
        value: `${((median(work.judged) * slowdown) / comment.length).toFixed(1)} ms`,
        limit: 'shown only',
        ok: true,
      },
      {
        measure: 'The same beside a school that does not judge',
        value: `${ratio.toFixed(2)} ×`,
        limit: `≤ ${workLimit} ×`,
        ok: ratio <= workLimit,
      },
    ];
  } finally {
    await school.stop();
  }
}

/** Milliseconds of the processor. */
function timeOfJudging(): number {
  const text = comment.repeat(6).slice(0, 500);
  const others = Array.from({ length: 34 }, (_, n) => ({ firstName: `Pupil${n}`, text: text.slice(n) }));
  const about = { firstName: 'Zoe', otherNames: ['Ali'], sex: 'female' as const };
  const judge = createTypedJudge({ about, subject: { title: 'Mathematics', total: 55 }, others });
  const times = Array.from({ length: 400 }, () => {
    const begun = process.cpuUsage();
    judge({ text, isPaused: true });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return median(times);
}

async function workOfTyping(url: string): Promise<number> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, url, 'teacher');
    await page.goto(`${url}/term-reports/enter-marks/2025-MATH-1A`);
    await page.getByRole('grid').waitFor();
    await pressCell(page, 0, 'comment');
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog').getByRole('textbox', { name: 'Comment' });
    await box.fill('');
    await page.getByRole('button', { name: 'Keep this comment' }).waitFor();
    await page.waitForTimeout(1000);
    const measureWork = await measureThreadWork(await context.newCDPSession(page));
    return await measureWork(async () => {
      await box.pressSequentially(comment);
      // Until the sentence counts as finished.
      await page.waitForTimeout(4500);
    });
  } finally {
    await browser.close();
  }
}
