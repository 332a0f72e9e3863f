/** What a row is put under that is written once: there is none with its key. */
export const noneYet = 'attribute_not_exists(pk)';

interface Written {
  TableName?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
}

interface Request extends Written {
  Item?: unknown;
  UpdateExpression?: string;
  TransactItems?: Partial<Record<'Put' | 'Update' | 'Delete', Written>>[];
  /** Writes of a batch are a list, reads are not. */
  RequestItems?: Record<string, unknown>;
}

type Next = (args: { input: Request }) => Promise<unknown>;

/**
 * Refuses, before it is sent, what would change a row of the table of what is written once: all but a Put on the condition that there is no such
 * row, and a deletion outside any transaction, which IAM allows to one worker. IAM can refuse the functions to update and to delete; that a Put has a condition it
 * cannot ask (ADR 0034), and every request of a process comes by here.
 */
export function addsOnly(
  client: { middlewareStack: { add: (one: never, options: never) => void } },
  trail: string,
): void {
  const refuse =
    (next: Next): Next =>
    (args) => {
      const changing = changesIn(args.input, trail);
      return changing ? Promise.reject(new Error(`${changing}: rows of ${trail} are written once`)) : next(args);
    };
  client.middlewareStack.add(refuse as never, { step: 'initialize', name: 'writes-once' } as never);
}

/** What of a request would change a row that is there; undefined where nothing would. */
function changesIn(input: Request, trail: string): string | undefined {
  const { TransactItems = [], RequestItems = {} } = input;
  if (Array.isArray(RequestItems[trail])) return 'A batch has no conditions';
  if (input.TableName === trail && input.UpdateExpression !== undefined) return 'An update';
  if (input.TableName === trail && input.Item !== undefined && !isOfNone(input)) return 'A put without its condition';
  for (const { Put, Update, Delete } of TransactItems) {
    if (Update?.TableName === trail) return 'An update';
    if (Delete?.TableName === trail) return 'A deletion in a transaction';
    if (Put?.TableName === trail && !isOfNone(Put)) return 'A put without its condition';
  }
  return undefined;
}

/** As `create` writes it, or of both keys. */
function isOfNone({ ConditionExpression: condition = '', ExpressionAttributeNames: names = {} }: Written): boolean {
  const [first, ...others] = condition.replaceAll(/#\w+/g, (name) => names[name] ?? name).split(' AND ');
  return first === noneYet && others.every((one) => one === 'attribute_not_exists(sk)');
}
