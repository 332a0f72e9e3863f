import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { foldUserName } from '#functions/sessions/accounts.ts';
import type { OneTimePasswordSlip } from './lost-users.ts';

const head = 'Name\tUser name\tOne-time password\tEntrance\n';

/**
 * A file of slips to be printed and cut, one a line, as spreadsheets open it; only its owner may read it. It is written
 * as they are made.
 */
export class SlipFile {
  readonly #path: string;
  readonly #names: Set<string>;

  constructor(path: string) {
    this.#path = path;
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(1) : [];
    this.#names = new Set(lines.map((line) => foldUserName(line.split('\t')[1] ?? '')));
  }

  readonly has = (userName: string): boolean => this.#names.has(foldUserName(userName));

  add({ name, userName, oneTimePassword, entrance }: OneTimePasswordSlip): void {
    const line = [name.replaceAll(/\s+/g, ' '), userName, oneTimePassword, entrance].join('\t');
    appendFileSync(this.#path, `${existsSync(this.#path) ? '' : head}${line}\n`, { mode: 0o600, flush: true });
    this.#names.add(foldUserName(userName));
  }
}
