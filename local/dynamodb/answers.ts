/** An answer that the stand-in gives itself. */
export interface DynamoDbAnswer {
  status: number;
  /** A Buffer is the JSON text itself. */
  body: unknown;
}

/** The text of an answer's body. */
export const answerToJson = ({ body }: DynamoDbAnswer): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));

/** A request that DynamoDB would refuse, in its words. */
export function validationError(message: string): DynamoDbAnswer {
  return { status: 400, body: { __type: 'com.amazon.coral.validate#ValidationException', message } };
}

/** A transaction of which nothing was done. @param reasons one for each action, code None where it is not to blame */
export function transactionCanceled(reasons: { Code: string; Message?: string; Item?: unknown }[]): DynamoDbAnswer {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return {
    status: 400,
    body: {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      CancellationReasons: reasons,
    },
  };
}
