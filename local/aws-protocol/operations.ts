import type * as z from 'zod';
import { type Operation, ServiceError } from './json-service.ts';

/** One handler for each operation, with its input already read. */
export type OperationHandlers<Inputs extends Record<string, z.ZodType>> = {
  [Name in keyof Inputs]: (input: z.infer<Inputs[Name]>) => object | Promise<object>;
};

/**
 * Handlers as operations that read their input first.
 * @param service `inputs`: the parameters of every operation; `invalidInput`: the service's error code for input of the
 * wrong shape
 */
export function toOperations<Inputs extends Record<string, z.ZodType>>(service: {
  inputs: Inputs;
  handlers: OperationHandlers<Inputs>;
  invalidInput: string;
}): Record<string, Operation> {
  const { inputs, handlers, invalidInput } = service;
  const read = (schema: z.ZodType, input: unknown) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new ServiceError(invalidInput, `Value at '${place}' failed to satisfy constraint: ${issue?.message ?? ''}`);
  };
  const operations = Object.entries(inputs).map(([name, schema]): [string, Operation] => [
    name,
    (input) => handlers[name as keyof Inputs](read(schema, input) as never),
  ]);
  return Object.fromEntries(operations);
}
