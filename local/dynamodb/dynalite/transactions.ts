import { type DynamoDbAnswer, transactionCanceled, validationError } from '../answers.ts';
import { type Item, itemBytes } from '../attribute-values.ts';
import type { ExpressionHolder } from '../expression-checks.ts';
import type { TableSchemas } from '../table-schemas.ts';

/** Sends one operation to the emulator. @param input the request, or its JSON text */
export type SendOperation = (operation: string, input: object | string) => Promise<DynamoDbAnswer>;

interface Action extends ExpressionHolder {
  TableName: string;
  Item?: Item;
  Key?: Item;
  ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

type Kind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

interface Step {
  kind: Kind;
  action: Action;
  key: Item;
  /** The item before the transaction. */
  old: Item | undefined;
}

const maximumActions = 100;
const maximumBytes = 4 * 1024 * 1024;
const tokenMilliseconds = 10 * 60_000;

/**
 * TransactWriteItems and TransactGetItems for an emulator that has neither, made of its single operations. The caller
 * must keep everybody else out meanwhile.
 */
export class Transactions {
  readonly #call: SendOperation;
  readonly #schemas: TableSchemas;
  /** Answers by client token, so that a repeated request is done once. */
  readonly #tokens = new Map<string, { request: string; time: number }>();

  constructor(call: SendOperation, schemas: TableSchemas) {
    this.#call = call;
    this.#schemas = schemas;
  }

  /**
   * First every condition is tried, then everything is written; what was written is taken back when something cannot
   * be.
   */
  async write(request: {
    TransactItems?: Record<Kind, Action>[];
    ClientRequestToken?: string;
  }): Promise<DynamoDbAnswer> {
    const entries = request.TransactItems ?? [];
    const refused = this.#checkCount(entries);
    if (refused !== undefined) return refused;
    const repeated = this.#checkToken(request);
    if (repeated !== undefined) return repeated;

    const steps: Step[] = [];
    for (const entry of entries) {
      const [[kind, action] = []] = Object.entries(entry) as [Kind, Action][];
      if (kind === undefined || action === undefined)
        return validationError('TransactItem must contain exactly one action');
      const key = action.Key ?? (await this.#keyOf(action));
      const found = await this.#call('GetItem', { TableName: action.TableName, Key: key, ConsistentRead: true });
      if (found.status !== 200) return found;
      steps.push({ kind, action, key, old: (found.body as { Item?: Item }).Item });
    }
    const written = steps.reduce((sum, { action, key }) => sum + itemBytes(action.Item ?? key), 0);
    if (written > maximumBytes) {
      return validationError(
        'Collection size of items exceeded, which can also be caused by the aggregate size of the items in the transaction exceeding the 4MB limit',
      );
    }
    const places = steps.map(({ action, key }) => `${action.TableName} ${JSON.stringify(Object.entries(key).sort())}`);
    if (new Set(places).size < places.length) {
      return validationError('Transaction request cannot include multiple operations on one item');
    }
    const answer = (await this.#tryConditions(steps)) ?? (await this.#apply(steps)) ?? { status: 200, body: {} };
    if (answer.status === 200) this.#remember(request);
    return answer;
  }

  async read(request: { TransactItems?: { Get: object }[] }): Promise<DynamoDbAnswer> {
    const entries = request.TransactItems ?? [];
    const refused = this.#checkCount(entries);
    if (refused !== undefined) return refused;
    const answers: DynamoDbAnswer[] = [];
    for (const { Get } of entries) answers.push(await this.#call('GetItem', { ...Get, ConsistentRead: true }));
    const failed = answers.find(({ status }) => status !== 200);
    return failed ?? { status: 200, body: { Responses: answers.map(({ body }) => body) } };
  }

  #checkCount(entries: unknown[]): DynamoDbAnswer | undefined {
    if (entries.length >= 1 && entries.length <= maximumActions) return undefined;
    const bound = entries.length < 1 ? 'greater than or equal to 1' : `less than or equal to ${maximumActions}`;
    return validationError(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
    );
  }

  #checkToken(request: { ClientRequestToken?: string }): DynamoDbAnswer | undefined {
    const now = Date.now();
    for (const [token, { time }] of this.#tokens) if (now - time > tokenMilliseconds) this.#tokens.delete(token);
    const earlier = this.#tokens.get(request.ClientRequestToken ?? '');
    if (earlier === undefined) return undefined;
    if (earlier.request === JSON.stringify(request)) return { status: 200, body: {} };
    const __type = 'com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException';
    return { status: 400, body: { __type, Message: 'An error occurred (IdempotentParameterMismatchException)' } };
  }

  #remember(request: { ClientRequestToken?: string }): void {
    if (request.ClientRequestToken === undefined) return;
    this.#tokens.set(request.ClientRequestToken, { request: JSON.stringify(request), time: Date.now() });
  }

  async #keyOf({ TableName, Item = {} }: Action): Promise<Item> {
    const names = (await this.#schemas.get(TableName))?.primary;
    const keyNames = [names?.partition, names?.sort].filter((name) => name !== undefined);
    return Object.fromEntries(keyNames.flatMap((name) => (Item[name] === undefined ? [] : [[name, Item[name]]])));
  }

  async #tryConditions(steps: Step[]): Promise<DynamoDbAnswer | undefined> {
    const reasons = [];
    for (const step of steps) {
      const answer = await this.#tryCondition(step);
      const { __type = '', message = '' } = answer.body as { __type?: string; message?: string };
      if (answer.status === 200) reasons.push({ Code: 'None' });
      else if (!__type.endsWith('#ConditionalCheckFailedException')) return answer;
      else {
        const wantsItem = step.action.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && step.old !== undefined;
        reasons.push({ Code: 'ConditionalCheckFailed', Message: message, ...(wantsItem ? { Item: step.old } : {}) });
      }
    }
    return reasons.some(({ Code }) => Code !== 'None') ? transactionCanceled(reasons) : undefined;
  }

  /** Writes the item as it is, under the condition; where there is none, writes a bare key and removes it again. */
  async #tryCondition({ action, key, old }: Step): Promise<DynamoDbAnswer> {
    if (action.ConditionExpression === undefined) return { status: 200, body: {} };
    const { TableName } = action;
    const condition = only('ConditionExpression', action);
    const answer = await this.#call('PutItem', { TableName, Item: old ?? key, ...condition });
    if (answer.status === 200 && old === undefined) await this.#call('DeleteItem', { TableName, Key: key });
    return answer;
  }

  async #apply(steps: Step[]): Promise<DynamoDbAnswer | undefined> {
    for (const [index, step] of steps.entries()) {
      const answer = await this.#applyOne(step);
      if (answer.status === 200) continue;
      for (const { action, key, old } of steps.slice(0, index).reverse()) {
        const { TableName } = action;
        await (old === undefined
          ? this.#call('DeleteItem', { TableName, Key: key })
          : this.#call('PutItem', { TableName, Item: old }));
      }
      const { message = '' } = answer.body as { message?: string };
      const blame = { Code: 'ValidationError', Message: message };
      return transactionCanceled(steps.map((other) => (other === step ? blame : { Code: 'None' })));
    }
    return undefined;
  }

  #applyOne({ kind, action, key }: Step): Promise<DynamoDbAnswer> {
    const { TableName, Item } = action;
    if (kind === 'Put') return this.#call('PutItem', { TableName, Item });
    if (kind === 'Delete') return this.#call('DeleteItem', { TableName, Key: key });
    if (kind === 'Update')
      return this.#call('UpdateItem', { TableName, Key: key, ...only('UpdateExpression', action) });
    return Promise.resolve({ status: 200, body: {} });
  }
}

/** One expression with the placeholders that are in it: DynamoDB refuses others. */
function only(kind: 'ConditionExpression' | 'UpdateExpression', action: Action): object {
  const expression = action[kind] ?? '';
  const placeholders = new Set(expression.match(/[#:]\w+/g));
  const pick = (defined: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(defined).filter(([placeholder]) => placeholders.has(placeholder)));
  const names = pick(action.ExpressionAttributeNames);
  const values = pick(action.ExpressionAttributeValues);
  return {
    [kind]: expression,
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}
