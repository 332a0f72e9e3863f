interface Request {
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeValues?: Record<string, Record<string, unknown>>;
}

/**
 * A condition that compares with a list, in words that dynalite understands: it takes two lists for equal only when
 * they are the same objects in memory. `#a = :list` becomes a comparison of the length and of each element; elements
 * are texts or numbers.
 */
export function withComparableLists<T extends Request>(request: T): T {
  const { ConditionExpression: condition, ExpressionAttributeValues: values = {} } = request;
  if (condition === undefined) return request;
  const added: Request['ExpressionAttributeValues'] = {};
  const replaced = new Set<string>();
  const ConditionExpression = condition.replaceAll(/([#\w.]+)\s*=\s*(:\w+)/g, (whole, path: string, name: string) => {
    const list = values[name]?.L as Record<string, unknown>[] | undefined;
    if (!list) return whole;
    replaced.add(name);
    added[`${name}_length`] = { N: String(list.length) };
    const elements = list.map((element, index) => {
      added[`${name}_${index}`] = element;
      return ` AND ${path}[${index}] = ${name}_${index}`;
    });
    return `(attribute_type(${path}, ${name}_type) AND size(${path}) = ${name}_length${elements.join('')})`;
  });
  if (replaced.size === 0) return request;
  for (const name of replaced) added[`${name}_type`] = { S: 'L' };
  // A value that no expression uses is refused.
  const used = new Set(`${ConditionExpression} ${request.UpdateExpression ?? ''}`.match(/:\w+/g));
  const kept = Object.entries({ ...values, ...added }).filter(([name]) => used.has(name) || !replaced.has(name));
  return { ...request, ConditionExpression, ExpressionAttributeValues: Object.fromEntries(kept) };
}
