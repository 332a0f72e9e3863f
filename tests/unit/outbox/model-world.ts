import { authWordings } from '#shared/accounts/wordings.ts';
import { ApiError, NetworkError } from '../../../web/api/errors.ts';
import { createMemoryStorage } from '../../../web/outbox/device/storage.ts';
import { Outbox } from '../../../web/outbox/outbox.ts';
import type { OutboxDependencies } from '../../../web/outbox/outbox-dependencies.ts';
import type { PageChange, SaveTarget, TypedValue } from '../../../web/outbox/pending-record.ts';
import { ModelLocks } from './model-locks.ts';

/** What happens to the next requests; `-after`: the server carried them out and the answer was lost. */
export const serverConditions = [
  'fine',
  'lost',
  'lost-after',
  'busy',
  'slowed',
  'away',
  'away-after',
  'stumbles',
  'stumbles-after',
  'signed-out',
  'forbids',
] as const;
export type ServerCondition = (typeof serverConditions)[number];

const away = () => new ApiError(503, 'The database cannot be reached.', { retryAfter: 5 });

export const marksTarget = (row: string): SaveTarget => ({ save: 'marks', record: { row }, id: row, about: row });

/**
 * Browser tabs over one storage and one server, in which every asynchronous step waits until the test lets it happen. A
 * closed tab gets no more answers; what it asked of the server still happens, what it asked of storage only if it had
 * begun.
 */
export class ModelWorld {
  readonly server = new ModelServer();
  /** Requests that reached the server. */
  requests = 0;
  weather: ServerCondition = 'fine';
  /** Every value that a cell showed when the user typed there. */
  readonly seenWhenTyped = new Set<TypedValue>();
  /** Most concurrent requests of one record. */
  mostAtOnce = 0;
  #onTheWay = new Set<{ tab: Tab; id: string }>();
  #storage = createMemoryStorage();
  #transactions = inTurn((step) => void this.#steps.push(step));
  #lastMoment: { user: string; take: PageChange }[] = [];
  #tabsOpen = new Set<Tab>();
  /** Whose session the browser holds; null: nobody's. */
  signedIn: string | null = 'teacher';
  #locks = new ModelLocks();
  #steps: (() => void)[] = [];
  #keys = 0;
  #tabs = 0;

  openTab(user = 'teacher', parts: Partial<OutboxDependencies> = {}): Tab {
    const name = `tab ${++this.#tabs}`;
    const tab: Tab = { name, user, isOpen: true, outbox: undefined as never, seen: new Map() };
    this.#tabsOpen.add(tab);
    /** Happens at some step, and is answered at a later one. */
    const answered = <T>(act: () => Promise<T>, next: (step: () => void) => void): Promise<T> =>
      new Promise((resolve, reject) => {
        next(() => {
          act().then(
            (value) => next(() => tab.isOpen && resolve(value)),
            (error) => next(() => tab.isOpen && reject(error)),
          );
        });
      });
    const inAnyOrder = (step: () => void) => void this.#steps.push(step);
    const inAnswerOrder = inTurn(inAnyOrder);
    // Transactions of all tabs run in the order in which they were asked for; one whose tab is gone is dropped.
    const stored = <T>(act: () => Promise<T>): Promise<T> =>
      new Promise((resolve) => {
        this.#transactions(() => {
          if (tab.isOpen) void act().then((value) => inAnswerOrder(() => tab.isOpen && resolve(value)));
        });
      });
    tab.outbox = new Outbox({
      user,
      storage: {
        all: (user) => stored(() => this.#storage.all(user)),
        update: (place, change, draft) => stored(() => this.#storage.update(place, change, draft)),
        keepDraft: (place, take) => stored(() => this.#storage.keepDraft(place, take)),
        drafts: (user) => stored(() => this.#storage.drafts(user)),
        clear: (user) => stored(() => this.#storage.clear(user)),
      },
      send: async (waiting, sent) => {
        const others = [...this.#onTheWay].filter((request) => request.tab.isOpen && request.id === waiting.id);
        this.mostAtOnce = Math.max(this.mostAtOnce, others.length + 1);
        const request = { tab, id: waiting.id };
        this.#onTheWay.add(request);
        try {
          return await answered(async () => this.#deliver(user, waiting.id, sent), inAnyOrder);
        } finally {
          this.#onTheWay.delete(request);
        }
      },
      withLock: (lock, act) => this.#locks.request({ tab: name, lock, act }),
      newKey: () => `key ${++this.#keys}`,
      unstoredChanges: this.#leftBy(user),
      page: name,
      holdPage: async () => {},
      isPageOpen: async (page) => [...this.#tabsOpen].some((one) => one.name === page),
      whenIdle: inAnyOrder,
      ...parts,
    });
    tab.outbox.onEvent((event) => {
      if (event.kind === 'replaced') tab.seen.set(`${event.id} ${event.field}`, event.value);
    });
    return tab;
  }

  /** The page goes away in the ordinary way: it still says what storage has not confirmed. */
  closeTab(tab: Tab): void {
    this.#lastMoment.push(...tab.outbox.unstoredChanges().map((take) => ({ user: tab.user, take })));
    this.crash(tab);
    for (const other of this.#tabsOpen) {
      if (other.user === tab.user)
        this.#steps.push(() => other.isOpen && void other.outbox.storeForClosedPage(this.#leftBy(tab.user)));
    }
  }

  /** The browser is gone in one instant. */
  crash(tab: Tab): void {
    tab.isOpen = false;
    this.#tabsOpen.delete(tab);
    this.#locks.release(tab.name);
  }

  /** The user types: the value before is the one the tab shows. */
  type(tab: Tab, cell: { row: string; field: string; value: TypedValue }): void {
    const place = `${cell.row} ${cell.field}`;
    const { was } = this.#typed(tab, cell);
    tab.seen.set(place, cell.value);
    if (was !== null) this.seenWhenTyped.add(was);
    void tab.outbox.enqueue(marksTarget(cell.row), [{ field: cell.field, value: cell.value, was }]);
  }

  /** The user is in the middle of typing a value into a field, and has not left it. */
  typing(tab: Tab, cell: { row: string; field: string; value: TypedValue }): void {
    const { was, value } = this.#typed(tab, cell);
    tab.outbox.typing(() => ({ target: marksTarget(cell.row), typed: [{ field: cell.field, value, was }] }));
  }

  /** What is on the device of a field that a tab's user is typing into. */
  async draftOf(tab: Tab): Promise<{ place: string; value: TypedValue } | undefined> {
    const draft = (await this.#storage.drafts(tab.user)).find(({ page }) => page === tab.name);
    const [typed] = draft?.take.typed ?? [];
    return draft && typed && { place: `${draft.take.target.id} ${typed.field}`, value: typed.value };
  }

  #typed(tab: Tab, { row, field, value }: { row: string; field: string; value: TypedValue }) {
    const place = `${row} ${field}`;
    return { value, was: tab.seen.has(place) ? (tab.seen.get(place) ?? null) : this.server.value(row, field) };
  }

  /** Lets some of the waiting steps happen, picked by number. */
  async step(picks: readonly number[]): Promise<void> {
    for (const pick of picks) {
      this.#steps.splice(pick % Math.max(this.#steps.length, 1), 1)[0]?.();
      await settled();
    }
  }

  /** Lets everything happen that can. */
  async run(): Promise<void> {
    await settled();
    while (this.#steps.length > 0) await this.step([0]);
  }

  storedForLater = async (user = 'teacher') => [
    ...(await this.#storage.all(user)),
    ...(await this.#storage.drafts(user)),
  ];

  #leftBy(user: string): PageChange[] {
    const left = this.#lastMoment.filter((entry) => entry.user === user);
    this.#lastMoment = this.#lastMoment.filter((entry) => entry.user !== user);
    return left.map(({ take }) => take);
  }

  async #deliver(user: string, row: string, sent: { key: string; fields: Fields; was: Fields }): Promise<unknown> {
    const { weather } = this;
    this.requests += 1;
    if (weather === 'lost') throw new NetworkError('lost');
    // The page names its user, and the server refuses it in anybody else's session.
    if (this.signedIn !== user) throw new ApiError(401, authWordings.notSignedIn);
    if (weather === 'slowed') throw new ApiError(429, 'Please wait.', { retryAfter: 10 });
    if (weather === 'away') throw away();
    if (weather === 'busy') throw new ApiError(503, 'Busy');
    if (weather === 'signed-out') throw new ApiError(401, 'Please sign in.');
    if (weather === 'forbids') throw new ApiError(403, 'Not yours.');
    if (weather === 'stumbles') throw new ApiError(500, 'Oops');
    const answer = this.server.save(row, sent);
    if (weather === 'lost-after') throw new NetworkError('lost');
    if (weather === 'away-after') throw away();
    if (weather === 'stumbles-after') throw new ApiError(500, 'Oops');
    return answer;
  }
}

export interface Tab {
  name: string;
  user: string;
  isOpen: boolean;
  outbox: Outbox;
  /** What the tab shows, by row and field. */
  seen: Map<string, TypedValue>;
}

type Fields = Readonly<Record<string, TypedValue>>;

/** A world with one open tab, whose outbox is ready. */
export async function openWorld(): Promise<{ world: ModelWorld; tab: Tab }> {
  const world = new ModelWorld();
  const tab = world.openTab();
  await world.run();
  return { world, tab };
}

/** A mark that the tests type. */
export const typedMark = { row: 'ali', field: 'exam_mark', value: 57 };

/** A world with one tab, whose mark could not be sent. */
export async function openWorldWithUnsentMark(): Promise<{ world: ModelWorld; tab: Tab }> {
  const { world, tab } = await openWorld();
  world.weather = 'lost';
  world.type(tab, typedMark);
  await world.run();
  return { world, tab };
}

/** Saves as the server does: conditional on what the user saw, once for one key. */
class ModelServer {
  #values = new Map<string, TypedValue>();
  #done = new Set<string>();
  /** Every write that was carried out, in order. */
  readonly writes: { place: string; value: TypedValue }[] = [];

  value = (row: string, field: string): TypedValue => this.#values.get(`${row} ${field}`) ?? null;

  save(row: string, { key, fields, was }: { key: string; fields: Fields; was: Fields }): Fields {
    // As some calls do: a value that is what the user saw was not meant.
    const meant = Object.keys(fields).filter((field) => fields[field] !== was[field]);
    const changed = meant.filter((field) => fields[field] !== this.value(row, field));
    const conflict = changed.find((field) => was[field] !== this.value(row, field));
    if (this.#done.has(key)) return fields;
    if (conflict !== undefined) {
      const stored = { field: conflict, yours: fields[conflict] ?? null, theirs: this.value(row, conflict) };
      throw new ApiError(409, 'Changed since.', { conflict: { ...stored, by: 'Ms. Ali', at: null } });
    }
    for (const field of changed) this.write(row, field, fields[field] ?? null);
    this.#done.add(key);
    return fields;
  }

  write(row: string, field: string, value: TypedValue): void {
    this.#values.set(`${row} ${field}`, value);
    this.writes.push({ place: `${row} ${field}`, value });
  }
}

/** Steps happen whenever they are let, but in the order in which they were asked for. */
function inTurn(push: (step: () => void) => void): (step: () => void) => void {
  const queue: (() => void)[] = [];
  return (step) => {
    queue.push(step);
    push(() => queue.shift()?.());
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
