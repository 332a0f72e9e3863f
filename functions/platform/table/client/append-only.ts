/** The condition of every append-only row: none exists with its key. */
const mustNotExist = 'attribute_not_exists(pk)';

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
 * Refuses, before it is sent, a request that would change a row of the append-only trail: all but a Put that is
 * conditional on the absence of the row, and a deletion outside of transactions, which IAM allows to one worker. IAM
 * can deny updates and deletions, but cannot require the condition of a Put (ADR 0034).
 */
export function refuseTrailChanges(
  client: { middlewareStack: { add: (one: never, options: never) => void } },
  trailName: () => string,
): void {
  const refuse =
    (next: Next): Next =>
    (args) => {
      const trail = trailName();
      const changing = changesIn(args.input, trail);
      return changing ? Promise.reject(new Error(`${changing}: rows of ${trail} are append-only`)) : next(args);
    };
  client.middlewareStack.add(refuse as never, { step: 'initialize', name: 'writes-once' } as never);
}

/** The part of a request that would change an existing row; undefined when there is none. */
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
  return first === mustNotExist && others.every((one) => one === 'attribute_not_exists(sk)');
}
