import type { Output } from '#shared/http/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { hashStudentId, isRefused, stationClockOffset } from '#shared/options/scan-stations/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { decideScan, isSameCard, type ShownScan, type StationState, toUndecidedScan } from './decide-scan.ts';
import { type KeptScan, type StationStartAnswer, type StationStore, toScanKey } from './kept-scans.ts';

/** Ids of student cards. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/;
/** As many as a call accepts (importing `maxScansPerRequest` would load the schemas). */
const batch = 30;
const retryAfter = 5_000;
const refreshAfter = 30 * 60_000;
/** Milliseconds between two messages that nothing waits, after which older scans are refused (`scanTimeProblem`). */
const inTouchEvery = 5 * 60_000;
const counting: ReadonlySet<ShownScan['outcome']> = new Set([
  ...(['present', 'late', 'leaving', 'again'] as const),
  ...(['afternoon only', 'afternoon late', 'entered absent', 'too late'] as const),
]);

/** A scan station: decides scans at once, stores them on the device, and sends them until the server has them. */
export class ScanStation {
  readonly #key: string;
  readonly #store: StationStore;
  readonly #listeners = new Set<() => void>();
  #start: StationStartAnswer | undefined;
  #known: ReadonlySet<string> = new Set();
  #scans: KeptScan[] = [];
  /** Scans that are being stored. */
  readonly #unkept = new Set<KeptScan>();
  #isOpened = false;
  #isSending = false;
  #isToRetry = false;
  /** The device's clock, and its monotonic clock, at the server's last answer. */
  #heardAt: { clock: number; count: number } | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];
  state: StationState = {
    phase: 'starting',
    name: '',
    shown: null,
    waiting: [],
    refused: [],
    counted: 0,
    isOnline: true,
    offset: 0,
    timeZone: 'UTC',
    keeps: true,
  };

  constructor(key: string, store: StationStore) {
    this.#key = key;
    this.#store = store;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<StationState>): void {
    const inOrder = this.#scans.toSorted((a, b) => a.at.localeCompare(b.at));
    const waiting = inOrder.filter(({ isSent }) => !isSent);
    const refused = inOrder.filter((scan) => scan.refused !== undefined);
    this.state = { ...this.state, waiting, refused, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Loads the stored scans, then calls the server. */
  async open(): Promise<void> {
    if (this.#isOpened) return;
    this.#isOpened = true;
    const [scans, start] = await Promise.all([this.#store.scans(), this.#store.start()]).catch(() => {
      this.#set({ keeps: false });
      return [[], undefined] as const;
    });
    // Cards that were scanned meanwhile may be among them already.
    const read = new Set(this.#scans.map(toScanKey));
    this.#scans = [...scans.filter((scan) => !read.has(toScanKey(scan))), ...this.#scans];
    this.#set({});
    // An old start without hashes has names. The next one replaces it.
    if (Array.isArray(start?.known)) this.#began(start);
    await this.refresh();
    void this.send();
    this.#later(() => void this.#stayInTouch(), inTouchEvery);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#isToRetry = false;
  }

  #later(act: () => void, milliseconds: number): void {
    this.#timers.push(setTimeout(act, milliseconds));
  }

  #began(start: StationStartAnswer): void {
    this.#start = start;
    this.#known = new Set(start.known);
    this.#set({
      phase: 'ready',
      name: start.name,
      timeZone: start.time_zone,
      counted: this.#scans.filter((scan) => this.#dateOf(scan) === this.#today()).length,
    });
  }

  /** Fetches students and rules again; offline the earlier ones are used. */
  async refresh(): Promise<void> {
    try {
      await this.#ask();
      void this.send().then(() => this.#sendRefused());
    } catch (error) {
      this.#failed(error);
      if (this.state.phase === 'starting') this.#set({ phase: 'failed' });
    }
    if (this.state.phase !== 'ended') this.#later(() => void this.refresh(), this.#start ? refreshAfter : retryAfter);
  }

  async #ask(): Promise<void> {
    const start = await call(scanStationsContract.readStationStart, {}, { stationKey: this.#key });
    this.#heard(start.now);
    this.#began(start);
    await this.#forgetOldScans();
    await this.#store.keepStart(start).catch(() => this.#set({ keeps: false }));
  }

  #heard(serverNow: string): void {
    this.#heardAt = { clock: Date.now(), count: performance.now() };
    this.#set({ isOnline: true, offset: stationClockOffset(Date.parse(serverNow), Date.now()) });
  }

  /**
   * False where the clock's offset is unknown, because it was set or the device slept since the server's last answer.
   */
  #isClockKnown(): boolean {
    if (!this.#heardAt) return false;
    const { clock, count } = this.#heardAt;
    return stationClockOffset(Date.now() - clock, performance.now() - count) === 0;
  }

  #failed(error: unknown): void {
    const isRefused = error instanceof ApiError && error.status === 401;
    this.#set(isRefused ? { phase: 'ended', isOnline: true } : { isOnline: false });
  }

  #dateOf({ at, off }: Pick<KeptScan, 'at' | 'off'>): string {
    return schoolMoment(new Date(Date.parse(at) + (off ?? this.state.offset)), this.state.timeZone).date;
  }

  #today(): string {
    return this.#dateOf({ at: new Date().toISOString() });
  }

  /** Deletes sent scans of other days. */
  async #forgetOldScans(): Promise<void> {
    const today = this.#today();
    const old = this.#scans.filter((scan) => scan.isSent && !scan.refused && this.#dateOf(scan) !== today);
    await this.#forget(old);
  }

  async #forget(scans: readonly KeptScan[]): Promise<void> {
    this.#scans = this.#scans.filter((scan) => !scans.includes(scan));
    await this.#store.forget(scans).catch(() => undefined);
  }

  /** Where the browser cannot hash, every card is a student's; the server decides. */
  #isKnown(id: string): Promise<boolean> {
    const [stationId = ''] = this.#key.split('.');
    return hashStudentId(stationId, id).then(
      (hash) => this.#known.has(hash),
      () => true,
    );
  }

  /**
   * Stores the scan of a card, then shows and sends it, so that closing the page loses no scan that was shown. It is
   * also stored before the station knows its students.
   */
  async scan(code: string): Promise<void> {
    const id = code.trim();
    if (id === '' || this.state.phase === 'ended') return;
    const at = new Date().toISOString();
    const isKnown = await this.#isKnown(id);
    const start = this.#start;
    const off = this.#isClockKnown() ? { off: this.state.offset } : {};
    const scan: KeptScan = { student_id: id, at, ...off, isSent: false };
    const shown = start
      ? decideScan(scan, { isKnown, start, scans: this.#scans, offset: this.state.offset })
      : toUndecidedScan(scan);
    if (!idPattern.test(id)) return this.#set({ shown: { ...shown, outcome: 'unknown' } });
    // A camera reads a card many times a second.
    const isSameSecond = [...this.#scans, ...this.#unkept].some(
      (other) => isSameCard(other, scan) && other.at.slice(0, 19) === scan.at.slice(0, 19),
    );
    if (isSameSecond) return;
    this.#unkept.add(scan);
    await this.#store.keep([scan]).catch(() => this.#set({ keeps: false }));
    this.#unkept.delete(scan);
    // It may have been loaded with the stored scans meanwhile.
    if (!this.#scans.some((other) => toScanKey(other) === toScanKey(scan))) this.#scans.push(scan);
    this.#set({ shown, counted: this.state.counted + (counting.has(shown.outcome) ? 1 : 0) });
    void this.send();
  }

  /** Sends all waiting scans, oldest first. Offline it tries again later. */
  async send(): Promise<void> {
    if (this.#isSending || this.state.phase === 'ended') return;
    this.#isSending = true;
    try {
      while (this.state.waiting.length > 0)
        await this.#sendBatch(await this.#withTimes(this.state.waiting.slice(0, batch)));
    } catch (error) {
      this.#failed(error);
      this.#sendLater();
    } finally {
      this.#isSending = false;
    }
  }

  #sendLater(): void {
    if (this.#isToRetry) return;
    this.#isToRetry = true;
    this.#later(() => {
      this.#isToRetry = false;
      void this.send();
    }, retryAfter);
  }

  /** Sends what waits, or tells the server that nothing does. */
  async #stayInTouch(): Promise<void> {
    if (this.state.phase === 'ended') return;
    await this.send();
    if (!this.#isSending && this.state.isOnline) await this.#sendBatch([]).catch((error) => this.#failed(error));
    this.#later(() => void this.#stayInTouch(), inTouchEvery);
  }

  /** Sends each refused scan again: the day may be open by now, the student registered, or the scan dismissed. */
  async #sendRefused(): Promise<void> {
    if (this.#isSending || this.state.phase === 'ended') return;
    this.#isSending = true;
    try {
      const { refused } = this.state;
      for (let from = 0; from < refused.length; from += batch) await this.#sendBatch(refused.slice(from, from + batch));
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isSending = false;
    }
    void this.send();
  }

  /** Fixes the clock's offset of scans before they are sent for the first time. */
  async #withTimes(waiting: readonly KeptScan[]): Promise<readonly KeptScan[]> {
    if (waiting.every(({ off }) => off !== undefined)) return waiting;
    if (!this.#isClockKnown()) await this.#ask();
    const timed = waiting.map((scan) => ({ ...scan, off: scan.off ?? this.state.offset }));
    await this.#keepInPlace(timed);
    return timed;
  }

  async #keepInPlace(scans: readonly KeptScan[]): Promise<void> {
    const changed = new Map(scans.map((scan) => [toScanKey(scan), scan]));
    this.#scans = this.#scans.map((scan) => changed.get(toScanKey(scan)) ?? scan);
    await this.#store.keep(scans).catch(() => this.#set({ keeps: false }));
  }

  async #sendBatch(scans: readonly KeptScan[]): Promise<void> {
    const sent = new Set(scans.map(toScanKey));
    const answer = await call(
      scanStationsContract.receiveStationScans,
      {
        sent_at: new Date().toISOString(),
        nothing_waits: this.state.waiting.every((scan) => sent.has(toScanKey(scan))),
        scans: scans.map(({ student_id, at, off, refused }) => ({
          student_id,
          at,
          off,
          ...(refused ? { again: true } : {}),
        })),
      },
      { stationKey: this.#key },
    );
    const results = new Map(answer.scans.map((scan) => [toScanKey(scan), scan]));
    const answered = scans.flatMap((scan): KeptScan[] => {
      const result = results.get(toScanKey(scan));
      if (!result) return [];
      const { outcome, reason } = result;
      const { refused: _before, ...kept } = scan;
      return [{ ...kept, isSent: true, ...(isRefused(outcome) ? { refused: { outcome, reason } } : {}) }];
    });
    const isKept = this.#keepInPlace(answered);
    this.#heard(answer.now);
    for (const scan of answer.scans) this.#correct(scan);
    await isKept;
  }

  /**
   * Updates the shown scan by the server's answer, which knows names, scans at other stations, and new or archived
   * students.
   */
  #correct({ student_id, at, outcome, reason, ...who }: ScanAnswer): void {
    const { shown } = this.state;
    if (shown?.student_id !== student_id || shown.at !== at) return;
    const { name, class_id: classId, picture } = who;
    const known = reason ?? (outcome === shown.outcome ? shown.reason : null);
    this.#set({ shown: { ...shown, outcome, reason: known, name, classId, picture } });
  }
}

type ScanAnswer = Output<typeof scanStationsContract.receiveStationScans>['scans'][number];
