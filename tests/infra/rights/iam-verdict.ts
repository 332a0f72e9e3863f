/** A statement of a policy of IAM, as a template has it. */
export interface IamStatement {
  Effect: 'Allow' | 'Deny';
  Action: string | readonly string[];
  Resource: string | readonly string[];
  Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** One action on one resource, with the keys that its service sends along. */
export interface IamRequest {
  action: string;
  resource: string;
  context?: Readonly<Record<string, string>>;
}

/**
 * Whether IAM allows a request by each of these policies: those that give a role its rights, and those that bound it. A
 * denial in any of them counts. Throws for what it does not know rather than guess.
 */
export const isAllowed = (policies: readonly (readonly IamStatement[])[], request: IamRequest): boolean =>
  policies.every((statements) => {
    const met = statements.filter((statement) => applies(statement, request));
    return met.length > 0 && met.every(({ Effect }) => Effect === 'Allow');
  });

function applies(statement: IamStatement, { action, resource, context = {} }: IamRequest): boolean {
  const unknown = Object.keys(statement).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${unknown.join()} of a statement is not looked into`);
  return (
    [statement.Action].flat().some((pattern) => isLike(action.toLowerCase(), pattern.toLowerCase())) &&
    [statement.Resource].flat().some((pattern) => isLike(resource, pattern)) &&
    Object.entries(statement.Condition ?? {}).every(([operator, tests]) =>
      Object.entries(tests).every(([key, wanted]) => holds(operator, context[key], [wanted].flat())),
    )
  );
}

const known = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

function holds(operator: string, value: string | undefined, wanted: readonly string[]): boolean {
  switch (operator) {
    case 'Null':
      return wanted.includes(String(value === undefined));
    case 'StringEquals':
      return value !== undefined && wanted.includes(value);
    case 'ForAllValues:StringEquals':
      return value === undefined || wanted.includes(value);
    case 'ForAllValues:StringLike':
      return value === undefined || wanted.some((pattern) => isLike(value, pattern));
    case 'StringNotEquals':
      return value === undefined || !wanted.includes(value);
    case 'StringLike':
      return value !== undefined && wanted.some((pattern) => isLike(value, pattern));
    default:
      throw new Error(`${operator} is not looked into`);
  }
}

/** `*` stands for anything, `?` for one character. */
function isLike(value: string, pattern: string): boolean {
  if (pattern.includes('${')) throw new Error(`${pattern} has a variable`);
  const literal = pattern.replaceAll(/[\\^$.+()[\]{}|/]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(value);
}
