import { setTimeout as sleep } from 'node:timers/promises';
import { errorBody } from '#shared/http/error-body.ts';
import { demoPassword } from '../../local/demo-school/demo-credentials.ts';
import { type ClientAnswer, TestClient } from '../../tests/support/callers/client.ts';
import { cellName, type Ledger, type SavedCell } from './ledger.ts';

/** Sightings of all persons. */
export interface Observations {
  /** Answers by status, and `nobody` where there was none. */
  answers: Map<string, number>;
  /** Errors that say nothing to a user. */
  wordless: string[];
}

/** The course of the soak, shared by all persons. */
export interface SoakProgress {
  isOver: () => boolean;
  /** No more than this is begun while it is true. */
  isQuiet: () => boolean;
  /** Calls that wait for their answer. */
  underWay: number;
  ledger: Ledger;
  sightings: Observations;
}

/** Milliseconds after which an answer is not waited for any more; what was sent is sent again under its key. */
const patience = 20_000;

/** Somebody at a browser, without the browser: what is not answered is sent again, under its key, until it is. */
export class Person {
  readonly #client: TestClient;
  readonly #course: SoakProgress;
  readonly #userName: string;
  /** The cells' values on this screen. */
  readonly #shown = new Map<string, string | null>();
  #isIn = false;
  #refusals = 0;

  constructor(url: string, userName: string, course: SoakProgress) {
    this.#client = new TestClient(url);
    this.#userName = userName;
    this.#course = course;
  }

  /** An answer of the call that is not for want of a server or of room; undefined where the soak ends before. */
  async ask<T>(make: (client: TestClient) => Promise<ClientAnswer<T>>): Promise<ClientAnswer<T> | undefined> {
    this.#course.underWay += 1;
    try {
      return await this.#askUntilAnswered(make);
    } finally {
      this.#course.underWay -= 1;
    }
  }

  async #askUntilAnswered<T>(
    make: (client: TestClient) => Promise<ClientAnswer<T>>,
  ): Promise<ClientAnswer<T> | undefined> {
    for (let tries = 0; !this.#course.isOver(); tries += 1) {
      if (this.#refusals > 5) throw new Error(`${this.#userName} cannot sign in.`);
      if (tries > 0) await sleep(Math.min(200 * 2 ** Math.min(tries, 4), 2500) * (0.5 + Math.random()));
      const answer = await this.#try(async () => {
        if (!this.#isIn) await this.#signIn();
        return make(this.#client);
      });
      if (answer?.status === 401) this.#isIn = false;
      const isLater = answer === undefined || [401, 429].includes(answer.status) || answer.status >= 500;
      if (!isLater) return answer;
    }
    return undefined;
  }

  async #signIn(): Promise<void> {
    await this.#client.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    const body = JSON.stringify({ name: this.#userName, password: demoPassword });
    const answer = await this.#client.send({ method: 'POST', path: '/login', body });
    this.#note(answer, 'POST /login');
    this.#isIn = answer.status === 200;
    if (answer.status === 401 || answer.status === 403) this.#refusals += 1;
  }

  async #try<T>(make: () => Promise<ClientAnswer<T>>): Promise<ClientAnswer<T> | undefined> {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error('No answer')), patience);
    });
    try {
      const answer = await Promise.race([make(), tooLate]);
      this.#note(answer, 'a call');
      return answer;
    } catch {
      this.#count('nobody');
      return undefined;
    } finally {
      clearTimeout(late);
    }
  }

  #count(name: string): void {
    const { answers } = this.#course.sightings;
    answers.set(name, (answers.get(name) ?? 0) + 1);
  }

  /** Every error is a sentence without technical words. */
  #note(answer: ClientAnswer<unknown>, what: string): void {
    this.#count(String(answer.status));
    if (answer.status < 400) return;
    const told = errorBody.safeParse(answer.body).data?.errors.message[0] ?? '';
    const isSentence = /^[A-Z“].* .*[.?!]$/s.test(told) && !/Exception|undefined|\bat \//.test(told);
    const line = `${what}, ${answer.status}: ${told === '' ? new TextDecoder().decode(answer.bytes).slice(0, 200) : told}`;
    const { wordless } = this.#course.sightings;
    if (!isSentence && wordless.length < 50) wordless.push(line);
  }

  /** Values read from the record. */
  saw(cell: SavedCell, value: string | null): void {
    this.#course.ledger.watch(cell, value);
    this.#shown.set(cellName(cell), value);
  }

  /** Gives a cell its next value, on the condition of what this screen shows of it. */
  async save(
    cell: SavedCell,
    textOf: (count: number) => string,
    send: (
      client: TestClient,
      change: { value: string; was: string | null; key: string },
    ) => Promise<ClientAnswer<unknown>>,
  ): Promise<void> {
    if (this.#course.isOver()) return;
    const { ledger } = this.#course;
    const name = cellName(cell);
    const was = this.#shown.get(name) ?? null;
    const value = textOf(ledger.next(cell));
    const answered = ledger.begin(cell, { was, value });
    const key = crypto.randomUUID();
    const answer = await this.ask((client) => send(client, { value, was, key }));
    if (answer === undefined) return;
    answered(answer.status === 200);
    if (answer.status === 200) this.#shown.set(name, value);
    else if (answer.error?.conflict) {
      const { theirs } = answer.error.conflict;
      this.#shown.set(name, theirs === null ? null : String(theirs));
    } else this.#course.sightings.answers.set(`refused: ${answer.error?.message[0]}`, 1);
  }
}
