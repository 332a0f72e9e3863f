import type { BrowserContext, Route } from 'playwright-core';
import type { Random } from '../../../local/demo-school/random.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import type { CellName } from './entries.ts';
import type { Lesson, OracleSchool } from './oracle-school.ts';
import type { OracleScreen } from './screen.ts';
import type { NetworkCondition } from './steps.ts';

/** A value that somebody else stored. */
export interface ForeignValue extends CellName {
  value: string;
}

const isSave = (route: Route): boolean => {
  const request = route.request();
  return (
    request.method() !== 'GET' &&
    /\/api\/(table1|table2|update-table2|mark-book|import-weekly-tests)$/.test(new URL(request.url()).pathname)
  );
};

/** What happens around the hands: the network, the server, the session, other people. */
export class World {
  weather: NetworkCondition = 'fine';
  /** Whether the session of the hands has ended. */
  isExpired = false;
  readonly foreign: ForeignValue[] = [];
  readonly #school: OracleSchool;
  readonly #screen: OracleScreen;
  readonly #lesson: Lesson;
  readonly #context: BrowserContext;
  readonly #random: Random;
  #rival: TestClient | null = null;

  constructor(parts: {
    school: OracleSchool;
    screen: OracleScreen;
    lesson: Lesson;
    context: BrowserContext;
    random: Random;
  }) {
    this.#school = parts.school;
    this.#screen = parts.screen;
    this.#lesson = parts.lesson;
    this.#context = parts.context;
    this.#random = parts.random;
  }

  /** From now on every save of the context meets the weather. */
  async begin(): Promise<void> {
    await this.#context.route('**/api/**', (route) => (isSave(route) ? this.#treat(route) : route.continue()));
    // The demo school has weekly tests off.
    await withWeeklyTests(this.#context);
  }

  async turn(weather: NetworkCondition): Promise<void> {
    this.weather = weather;
    await this.#context.setOffline(weather === 'offline');
  }

  /** Somebody else changes a cell, whatever it holds. */
  async write(cell: CellName, value: string): Promise<void> {
    if (await this.#screen.write(await this.#other(), this.#lesson, cell, value)) {
      this.foreign.push({ ...cell, value });
    }
  }

  async expire(): Promise<void> {
    await this.#school.endSessions(this.#lesson.teacherId);
    this.isExpired = true;
    if (!this.#screen.isOfficeRival) this.#rival = null;
  }

  async #other(): Promise<TestClient> {
    if (this.#screen.isOfficeRival) return this.#school.office;
    this.#rival ??= await this.#school.clientOf(this.#lesson.userName);
    return this.#rival;
  }

  async #treat(route: Route): Promise<void> {
    switch (this.weather) {
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, this.#random.int(300, 2500)));
        return goOn(() => route.continue());
      case '429':
        return goOn(() => route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: errorOf('Slow down.') }));
      case '500':
        return goOn(() => route.fulfill({ status: 500, json: errorOf('The server stumbled.') }));
      case '500-after':
        return goOn(async () => {
          await route.fetch();
          await route.fulfill({ status: 500, json: errorOf('The server stumbled.') });
        });
      case 'lost-after':
        return goOn(async () => {
          await route.fetch();
          await route.abort('connectionreset');
        });
      default:
        return goOn(() => route.continue());
    }
  }
}

const errorOf = (message: string) => ({ errors: { message: [message] } });

/** The page may have gone meanwhile. */
const goOn = (act: () => Promise<void>): Promise<void> => act().catch(() => undefined);
