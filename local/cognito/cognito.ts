import { join } from 'node:path';
import { localAccount } from '../aws-protocol/account.ts';
import type { LocalServer } from '../aws-protocol/http-server.ts';
import { ServiceError, startJsonService } from '../aws-protocol/json-service.ts';
import { toOperations } from '../aws-protocol/operations.ts';
import { type CognitoHandlers, operationInputs } from './operation-inputs.ts';
import { hashPassword, requirePasswordPolicy } from './passwords.ts';
import { CognitoSignIn } from './sign-in.ts';
import { SoftwareTokens } from './software-token.ts';
import { Tokens } from './tokens.ts';
import { type Group, type Pool, type User, UserDirectory } from './user-directory.ts';

/**
 * Starts Cognito's user pools for one machine: users, groups, the password sign-in by the administrators' operations
 * and authenticator apps as a second factor. No mail, no federation.
 * @param dataFolder an existing folder, or `:memory:` to keep nothing
 * @param now the clock that sessions and temporary passwords go by
 */
export async function startCognito(dataFolder: string, now: () => number = () => Date.now()): Promise<LocalServer> {
  const directory = new UserDirectory(dataFolder === ':memory:' ? ':memory:' : join(dataFolder, 'cognito.db'));
  const tokens = new Tokens(now);
  const softwareTokens = new SoftwareTokens(directory, { tokens, now });
  const operations = toOperations({
    inputs: operationInputs,
    handlers: handlersOf(directory, new CognitoSignIn(directory, { tokens, softwareTokens, now }), softwareTokens),
    invalidInput: 'InvalidParameterException',
  });
  const server = await startJsonService({
    name: 'cognito-idp',
    contentType: 'application/x-amz-json-1.1',
    operations,
    // By the user's access token, which is signed with a key of this start.
    unsigned: ['AssociateSoftwareToken', 'VerifySoftwareToken', 'SetUserMFAPreference'],
  });
  return {
    endpoint: server.endpoint,
    stop: async () => {
      await server.stop();
      directory.close();
    },
  };
}

function handlersOf(directory: UserDirectory, signIn: CognitoSignIn, softwareTokens: SoftwareTokens): CognitoHandlers {
  const setEnabled = (input: { UserPoolId: string; Username: string }, isEnabled: boolean) => {
    const pool = directory.pool(input.UserPoolId);
    directory.changeUser(pool, input.Username, { isEnabled, modified: Date.now() });
    return {};
  };
  return {
    CreateUserPool: (input) => {
      const pool = directory.addPool({
        name: input.PoolName,
        policy: input.Policies.PasswordPolicy,
        isCaseSensitive: input.UsernameConfiguration.CaseSensitive,
      });
      const arn = `arn:aws:cognito-idp:${localAccount.region}:${localAccount.id}:userpool/${pool.id}`;
      return { UserPool: { Id: pool.id, Name: pool.name, Arn: arn, Policies: { PasswordPolicy: pool.policy } } };
    },
    ListUserPools: (input) => {
      const page = pageOf(directory.pools(), {
        limit: input.MaxResults,
        token: input.NextToken,
        position: ({ id }) => id,
      });
      return { UserPools: page.items.map(({ id: Id, name: Name }) => ({ Id, Name })), NextToken: page.next };
    },
    UpdateUserPool: (input) => {
      directory.changePool(input.UserPoolId, { policy: input.Policies.PasswordPolicy });
      return {};
    },
    CreateUserPoolClient: (input) => {
      const pool = directory.pool(input.UserPoolId);
      const client = directory.addClient({
        pool: pool.id,
        name: input.ClientName,
        flows: input.ExplicitAuthFlows,
        hidesUnknownUsers: input.PreventUserExistenceErrors === 'ENABLED',
        sessionMinutes: input.AuthSessionValidity,
      });
      const { ExplicitAuthFlows, PreventUserExistenceErrors, ClientName } = input;
      const rest = { ExplicitAuthFlows, PreventUserExistenceErrors, ClientName };
      return { UserPoolClient: { UserPoolId: pool.id, ClientId: client.id, ...rest } };
    },
    SetUserPoolMfaConfig: (input) => {
      const hasSoftwareTokens =
        input.MfaConfiguration === 'OPTIONAL' && input.SoftwareTokenMfaConfiguration?.Enabled === true;
      directory.changePool(input.UserPoolId, { hasSoftwareTokens });
      const { MfaConfiguration, SoftwareTokenMfaConfiguration } = input;
      return { MfaConfiguration, SoftwareTokenMfaConfiguration };
    },
    AssociateSoftwareToken: (input) => softwareTokens.associate(input.AccessToken),
    VerifySoftwareToken: (input) => softwareTokens.verify(input.AccessToken, input.UserCode),
    SetUserMFAPreference: (input) => softwareTokens.setOwnPreference(input.AccessToken, input.SoftwareTokenMfaSettings),
    AdminSetUserMFAPreference: (input) => {
      const pool = directory.pool(input.UserPoolId);
      const user = directory.user(pool, input.Username);
      return softwareTokens.setPreference(pool, user, input.SoftwareTokenMfaSettings);
    },
    CreateGroup: (input) => {
      const pool = directory.pool(input.UserPoolId);
      const { GroupName: name, Description: description, Precedence: precedence } = input;
      const group: Group = { name, description, precedence, created: Date.now() };
      directory.addGroup(pool.id, group);
      return { Group: describeGroup(pool, group) };
    },
    ListGroups: (input) => {
      const pool = directory.pool(input.UserPoolId);
      return groupPage(pool, directory.groups(pool.id), input);
    },
    AdminCreateUser: async (input) => {
      const pool = directory.pool(input.UserPoolId);
      const temporary = input.TemporaryPassword;
      if (temporary !== undefined) requirePasswordPolicy(temporary, pool.policy);
      if (directory.findUser(pool, input.Username) !== undefined) {
        throw new ServiceError('UsernameExistsException', 'User account already exists');
      }
      // Cognito makes one up and mails it. Nobody can receive mail here, so nobody needs to be able to use it.
      const passwordHash = temporary === undefined ? undefined : await hashPassword(temporary);
      const attributes = Object.fromEntries(input.UserAttributes.map(({ Name, Value }) => [Name, Value ?? '']));
      const user = directory.addUser(pool, { username: input.Username, attributes, passwordHash });
      return { User: { ...describeUser(user), Attributes: attributesOf(user) } };
    },
    AdminSetUserPassword: async (input) => {
      const pool = directory.pool(input.UserPoolId);
      directory.user(pool, input.Username);
      requirePasswordPolicy(input.Password, pool.policy);
      const passwordHash = await hashPassword(input.Password);
      const now = Date.now();
      const status = input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      directory.changeUser(pool, input.Username, {
        passwordHash,
        status,
        passwordSet: now,
        modified: now,
      });
      directory.forgetFailures(pool, input.Username);
      return {};
    },
    AdminInitiateAuth: (input) => signIn.start(input),
    AdminRespondToAuthChallenge: (input) => signIn.respond(input),
    AdminGetUser: (input) => {
      const user = directory.user(directory.pool(input.UserPoolId), input.Username);
      return {
        ...describeUser(user),
        UserAttributes: attributesOf(user),
        ...(user.isSoftwareTokenOn ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } : {}),
      };
    },
    AdminDisableUser: (input) => setEnabled(input, false),
    AdminEnableUser: (input) => setEnabled(input, true),
    AdminDeleteUser: (input) => {
      directory.removeUser(directory.pool(input.UserPoolId), input.Username);
      return {};
    },
    AdminAddUserToGroup: (input) => {
      directory.addMember(directory.pool(input.UserPoolId), input.Username, input.GroupName);
      return {};
    },
    AdminRemoveUserFromGroup: (input) => {
      directory.removeMember(directory.pool(input.UserPoolId), input.Username, input.GroupName);
      return {};
    },
    AdminListGroupsForUser: (input) => {
      const pool = directory.pool(input.UserPoolId);
      return groupPage(pool, directory.groupsOf(pool, input.Username), input);
    },
    ListUsersInGroup: (input) => {
      const members = directory.membersOf(directory.pool(input.UserPoolId), input.GroupName);
      const page = pageOf(members, { limit: input.Limit, token: input.NextToken, position: (user) => user.username });
      return {
        Users: page.items.map((user) => ({ ...describeUser(user), Attributes: attributesOf(user) })),
        NextToken: page.next,
      };
    },
    ListUsers: (input) => {
      const pool = directory.pool(input.UserPoolId);
      const page = pageOf([...directory.users(pool, '')], {
        limit: input.Limit,
        token: input.PaginationToken,
        position: (user) => user.username,
      });
      return {
        Users: page.items.map((user) => ({ ...describeUser(user), Attributes: attributesOf(user) })),
        PaginationToken: page.next,
      };
    },
  };
}

function describeUser(user: User) {
  return {
    Username: user.username,
    Enabled: user.isEnabled,
    UserStatus: user.status,
    UserCreateDate: user.created / 1000,
    UserLastModifiedDate: user.modified / 1000,
  };
}

function attributesOf(user: User) {
  return Object.entries({ sub: user.sub, ...user.attributes }).map(([Name, Value]) => ({ Name, Value }));
}

function describeGroup(pool: Pool, group: Group) {
  return {
    GroupName: group.name,
    UserPoolId: pool.id,
    Description: group.description,
    Precedence: group.precedence,
    CreationDate: group.created / 1000,
    LastModifiedDate: group.created / 1000,
  };
}

function groupPage(pool: Pool, groups: Group[], { Limit: limit, NextToken: token }: PageInput) {
  const page = pageOf(groups, { limit, token, position: (group) => group.name });
  return { Groups: page.items.map((group) => describeGroup(pool, group)), NextToken: page.next };
}

interface PageInput {
  Limit?: number | undefined;
  NextToken?: string | undefined;
}

/** A page of at most 60, and a token for the next one. */
function pageOf<Item>(
  items: Item[],
  options: { limit: number | undefined; token: string | undefined; position: (item: Item) => string },
): { items: Item[]; next: string | undefined } {
  const { limit, token, position } = options;
  const after = token === undefined ? undefined : Buffer.from(token, 'base64url').toString('utf8');
  const start = after === undefined ? 0 : items.findIndex((item) => position(item) === after) + 1;
  if (after !== undefined && start === 0)
    throw new ServiceError('InvalidParameterException', 'Invalid pagination token');
  const page = items.slice(start, start + (limit || 60));
  const last = page.at(-1);
  const isLast = last === undefined || start + page.length === items.length;
  return { items: page, next: isLast ? undefined : Buffer.from(position(last)).toString('base64url') };
}
