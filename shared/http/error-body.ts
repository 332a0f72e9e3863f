import * as z from 'zod/mini';

/** The one error body of every call, rule 31. */
export const errorBody = z.object({
  errors: z.object({
    /** First entry is the sentence a user sees. */
    message: z.array(z.string()),
    /** Per field of the input, on 422. */
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    /**
     * On 422: no value is wrong, but the idempotency key stands for another body, which was stored. Under another key
     * it is another request.
     */
    key_reused: z.optional(z.literal(true)),
    /** Given with a 500, to find the log line. */
    request_id: z.optional(z.string()),
    /** On 409: what is stored now, for the user to choose. */
    conflict: z.optional(
      z.object({
        field: z.string(),
        yours: z.union([z.number(), z.string(), z.null()]),
        theirs: z.union([z.number(), z.string(), z.null()]),
        /** Display name and UTC time of the stored change; null when unknown. */
        by: z.nullable(z.string()),
        at: z.nullable(z.string()),
      }),
    ),
  }),
});
export type ErrorBody = z.output<typeof errorBody>;
export type Conflict = NonNullable<ErrorBody['errors']['conflict']>;
