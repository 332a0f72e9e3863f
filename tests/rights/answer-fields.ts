/** Paths of the fields of an answer, through its lists: `students`, `students.name`. */
export function fieldPathsOfAnswer(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldPathsOfAnswer(one, above)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [
    `${above}${name}`,
    ...fieldPathsOfAnswer(inside, `${above}${name}.`),
  ]);
}

interface JsonSchema {
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
}

/** Paths of the fields that a schema lets through; `.any` for fields whose names it does not say. */
export function fieldPathsOfSchema(schema: JsonSchema, above = ''): string[] {
  const { anyOf = [], items, properties = {}, additionalProperties } = schema;
  return [
    ...new Set([
      ...anyOf.flatMap((one) => fieldPathsOfSchema(one, above)),
      ...(items ? fieldPathsOfSchema(items, above) : []),
      ...Object.entries(properties).flatMap(([name, inside]) => [
        `${above}${name}`,
        ...fieldPathsOfSchema(inside, `${above}${name}.`),
      ]),
      ...(typeof additionalProperties === 'object' || additionalProperties === true ? [`${above}any`] : []),
    ]),
  ];
}
