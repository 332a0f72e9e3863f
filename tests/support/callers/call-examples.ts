import { calledFirst, optionExamples } from '#options/tests';
import { allCalls } from '#shared/product.ts';
import { classExamples } from './class-examples.ts';
import { type CallExample, makeExample, type WrittenExamples } from './made-examples.ts';
import { officeExamples } from './office-examples.ts';

/** The examples that are written. A call that needs one and has none does not compile. */
export const callExamples = { ...officeExamples, ...classExamples, ...optionExamples } satisfies WrittenExamples;

const written: Readonly<Record<string, Readonly<Record<string, Partial<CallExample>>>>> = callExamples;

const inOrder = allCalls.toSorted((a, b) => Number(calledFirst(b)) - Number(calledFirst(a)));

/** Every call with its example: the written one, or the one that is made of its fields. */
export const callsWithExamples = inOrder.map((entry) => {
  const { input, ...outcome } = written[entry.domain]?.[entry.name] ?? {};
  const example = { ...(input === undefined ? makeExample(entry.call) : { input }), ...outcome } as CallExample;
  return { ...entry, example, input: example.input as Record<string, unknown> };
});
export type CallWithExample = (typeof callsWithExamples)[number];

/** The input of a call's example. */
export const findExampleInput = (call: { domain: string; name: string }): CallWithExample['input'] | undefined =>
  callsWithExamples.find(({ domain, name }) => domain === call.domain && name === call.name)?.input;
