import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { signIn } from '../../tests/support/callers/sign-in.ts';
import { type BrowserProcess, startBrowserProcess } from '../../tests/support/page/browser-process.ts';
import { findCell, pressCell } from '../../tests/support/page/grid-page.ts';
import type { SavedCell } from './ledger.ts';
import type { SoakProgress } from './person.ts';

/**
 * The marks 10, 11 ... that a sheet is given, one in each pass: a value that comes twice could not be told from the
 * first.
 */
const marksOfSheet = 40;

/** Memory and nodes of a page at a quiet moment. */
export interface PageReading {
  heap: number;
  listeners: number;
  nodes: number;
  /** Nodes in the document: rows with an open conflict show more. */
  shown: number;
}

/**
 * A teacher at a real browser, who types marks down the column of the sheet of one class, and begins again at its end.
 */
export class TypingTeacher {
  readonly #course: SoakProgress;
  readonly #url: string;
  readonly #userName: string;
  /** Milliseconds by which the clock of this computer is wrong. */
  readonly #clock: number;
  #profile = '';
  #process: BrowserProcess | undefined;
  #page: Page | undefined;
  #isStopped = false;
  typed = 0;
  kills = 0;

  constructor(url: string, userName: string, { course, clock = 0 }: { course: SoakProgress; clock?: number }) {
    this.#url = url;
    this.#userName = userName;
    this.#course = course;
    this.#clock = clock;
  }

  /** Ends the browser without a word to its page; what was typed is on its disk. */
  async kill(): Promise<void> {
    this.kills += 1;
    this.#page = undefined;
    await this.#process?.kill();
    this.#process = undefined;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#process?.kill();
    if (this.#profile) await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async work(): Promise<void> {
    this.#profile = await mkdtemp(join(tmpdir(), 'formroom-soak-'));
    for (let pass = 0; !this.#isStopped && !this.#course.isOver(); ) {
      // A browser that is killed, or a page that does not come while the school is away: it is opened again, and typed
      // into from the top.
      await this.#typeDown(pass).then(
        () => {
          pass += 1;
        },
        () => sleep(1000),
      );
    }
  }

  async #typeDown(pass: number): Promise<void> {
    if (pass % marksOfSheet === 0) this.#page = undefined;
    const page = this.#page ?? (await this.#open(Math.floor(pass / marksOfSheet)));
    this.#page = page;
    const rows = Math.min(await page.locator('[data-row]').count(), 25);
    for (let row = 0; row < rows && !this.#course.isOver(); row += 1) {
      while (this.#course.isQuiet()) await sleep(200);
      const mark = String(10 + (pass % marksOfSheet));
      const before = (await findCell(page, row, 'exam_mark').textContent())?.trim();
      await pressCell(page, row, 'exam_mark');
      await page.keyboard.type(mark);
      await page.keyboard.press('Enter');
      this.typed += 1;
      // Typed again after the browser was killed: there is nothing to save, and nothing to say.
      if (before !== mark) await this.#isTold(page, row);
      await sleep(400 + Math.random() * 600);
    }
  }

  /** Waits until the typed value is saved, or the row says why not. */
  async #isTold(page: Page, row: number): Promise<void> {
    const status = findCell(page, row, 'save');
    for (let waited = 0; waited < 3000; waited += 250) {
      const text = await status.textContent();
      if (text?.includes('Saved')) return;
      await sleep(250);
    }
    const said = (await status.textContent())?.trim() ?? '';
    if (said === '') this.#course.sightings.wordless.push(`a row that is not saved says nothing`);
  }

  /** Opens the sheet of one of the user's classes, counted from 0. */
  async #open(sheet = 0): Promise<Page> {
    this.#process ??= await startBrowserProcess(this.#profile);
    const [context] = this.#process.browser.contexts();
    if (!context) throw new Error('The browser has no context.');
    for (const old of context.pages()) if (old.url() !== 'about:blank') await old.close();
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    if (this.#clock !== 0) await page.addInitScript(setClock, this.#clock);
    page.on('pageerror', (error) => this.#course.sightings.wordless.push(`a page: ${error.message.slice(0, 200)}`));
    page.on('requestfinished', (request) => void this.#noteSave(request).catch(() => undefined));
    await signIn(page, this.#url, this.#userName);
    await page.getByRole('link', { name: /End of Term/ }).click();
    const classes = page.getByRole('button', { name: / [1-3][A-Z]$/ });
    await classes.first().waitFor();
    await classes.nth(sheet % (await classes.count())).click();
    await page.getByRole('grid').waitFor();
    return page;
  }

  /** The page's own save and what it was answered. */
  async #noteSave(request: Request): Promise<void> {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/table2')) return;
    const sent = request.postDataJSON() as Sent;
    if (sent.exam_mark === undefined || sent.exam_mark === null) return;
    const at: SavedCell = {
      subject: `student#${sent.student_id}#${sent.year}#${sent.term}#${sent.subject_id}`,
      field: 'exam',
    };
    const was = sent.was?.exam_mark ?? null;
    const status = (await request.response())?.status() ?? 0;
    const { ledger, sightings } = this.#course;
    sightings.answers.set(`page: ${status}`, (sightings.answers.get(`page: ${status}`) ?? 0) + 1);
    ledger.watch(at, was === null ? null : String(was));
    ledger.next(at);
    if (status !== 200) return;
    ledger.begin(at, { was: was === null ? null : String(was), value: String(sent.exam_mark) })(true);
  }

  /** Everything that was typed is saved: the page says so. */
  async isAllSaved(): Promise<boolean> {
    const page = this.#page ?? (await this.#open());
    this.#page = page;
    for (let waited = 0; waited < 30_000; waited += 500) {
      const rows = await page.locator('[data-column="save"]').allTextContents();
      if (!rows.some((text) => /kept|waiting|not saved|saving/i.test(text))) return true;
      await sleep(500);
    }
    return false;
  }

  async reading(): Promise<PageReading | undefined> {
    const page = this.#page;
    if (!page) return undefined;
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    await session.detach();
    const shown = await page.evaluate(nodesShown);
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), nodes: of('Nodes'), shown };
  }
}

interface Sent {
  student_id: string;
  subject_id: string;
  year: number;
  term: number;
  exam_mark?: number | null;
  was?: { exam_mark?: number | null };
}

function nodesShown(): number {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}

function setClock(by: number): void {
  const Real = Date;
  const Moved = class extends Real {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [Real.now() + by] : args) as [number]));
    }
    static override now = () => Real.now() + by;
  };
  globalThis.Date = Moved as DateConstructor;
}
