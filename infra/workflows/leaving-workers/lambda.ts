import { answerCloudFormation, type CustomResourceEvent } from './answer-cloudformation.ts';
import { type MachinesOfStack, refuseRunning } from './refuse-running.ts';

/** Called by CloudFormation when the list of the school's workers is made, changed or deleted. */
export const handler = (event: CustomResourceEvent<MachinesOfStack>): Promise<void> =>
  answerCloudFormation(event, refuseRunning);
