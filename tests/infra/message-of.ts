import { OperatorError } from '../../infra/operators/operator-error.ts';

/** What an operator reads of an act that is refused. @throws where nothing was refused */
export function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused');
}
