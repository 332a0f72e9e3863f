import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { roles } from '#shared/http/contract.ts';
import { serviceRetry } from './table-export.ts';

export interface UserExport {
  userPoolId: string;
  userPoolArn: string;
  bucketName: string;
  bucketArn: string;
  /** Folder in the bucket; a folder of this run's name is made in it. */
  prefix: string;
}

/** The most that Cognito lists at once. */
const page = 60;

/**
 * Users and groups of the identity store, a page a file: who was let in, and in which group. Passwords are not in it:
 * Cognito gives them to nobody. Ends in the last state of the chain; what comes after it has no input.
 */
export function createUserExport(scope: Construct, where: UserExport): sfn.Chain {
  const lists = [
    listed(scope, { ...where, name: 'users', action: 'listUsers', iam: 'ListUsers', token: 'PaginationToken' }),
    ...roles.map((GroupName) =>
      listed(scope, {
        ...where,
        name: `users in ${GroupName}`,
        action: 'listUsersInGroup',
        iam: 'ListUsersInGroup',
        token: 'NextToken',
        of: { GroupName },
      }),
    ),
  ];
  // Each list ends in a state that the next one begins after.
  return lists.reduce((before, list) => before.next(list));
}

interface Listing extends UserExport {
  name: string;
  action: string;
  iam: string;
  /** The service's name for the token of the next page. */
  token: 'PaginationToken' | 'NextToken';
  of?: Record<string, string>;
}

function listed(scope: Construct, listing: Listing): sfn.Chain {
  const { name, action, iam, token, of, userPoolId, userPoolArn, bucketName, bucketArn, prefix } = listing;
  const look = (title: string, parameters: Record<string, unknown>) => {
    const state = new tasks.CallAwsService(scope, title, {
      service: 'cognitoidentityprovider',
      action,
      iamResources: [userPoolArn],
      iamAction: `cognito-idp:${iam}`,
      parameters: { UserPoolId: userPoolId, Limit: page, ...of, ...parameters },
    });
    return state.addRetry(serviceRetry);
  };
  const first = look(`List ${name}`, {});
  const more = look(`List more ${name}`, { [token]: sfn.JsonPath.stringAt(`$.${token}`) });
  const keep = new tasks.CallAwsService(scope, `Keep ${name}`, {
    service: 's3',
    action: 'putObject',
    iamResources: [`${bucketArn}/${prefix}/*`],
    iamAction: 's3:PutObject',
    parameters: {
      Bucket: bucketName,
      Key: sfn.JsonPath.format(
        `${prefix}/{}/${name.replaceAll(' ', '-')}-{}.json`,
        sfn.JsonPath.stringAt('$$.Execution.Name'),
        sfn.JsonPath.uuid(),
      ),
      Body: sfn.JsonPath.objectAt('$.Users'),
      ContentType: 'application/json',
    },
    resultPath: sfn.JsonPath.DISCARD,
  }).addRetry(serviceRetry);
  const end = new sfn.Pass(scope, `Listed ${name}`);
  const isLast = new sfn.Choice(scope, `More ${name}?`)
    .when(sfn.Condition.isPresent(`$.${token}`), more)
    .otherwise(end);
  more.next(keep);
  first.next(keep).next(isLast);
  return sfn.Chain.custom(first, [end], end);
}
