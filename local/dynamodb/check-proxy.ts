import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { crc32 } from 'node:zlib';
import { findCallFault } from '../aws-protocol/signed-call.ts';
import { answerToJson, type DynamoDbAnswer } from './answers.ts';
import type { EmulatorAddress } from './dynoxide.ts';
import { type FramedMessage, HttpFramingError, headerValue, MessageFramer } from './message-framing.ts';

/** What the proxy asks about each request and answer; either may be replaced. */
export interface Interceptor {
  /**
   * Looks at a request before the emulator does. An answer (or a promise of one) goes to the client and the
   * emulator never sees the request; undefined passes it on.
   * @param operation for example `PutItem`
   * @param body JSON text, unread
   */
  request(operation: string, body: Buffer): DynamoDbAnswer | undefined | Promise<DynamoDbAnswer | undefined>;
  /** Looks at the emulator's answer to an operation. An answer takes its place. */
  response(operation: string, body: Buffer): DynamoDbAnswer | undefined;
}

export interface CheckProxy {
  port: number;
  stop(): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1 and passes DynamoDB requests on to an emulator, unless the interceptor answers
 * them. A request that is not signed with this start's key, or that a web page sends, is refused before anything else
 * looks at it: the emulators answer everybody.
 *
 * Every benchmark's requests come through here, so it works on sockets, not on node:http: one connection to the
 * emulator for each connection of a client, and bytes passed on as they are. That costs a few microseconds for a
 * request.
 */
export async function startCheckProxy(address: EmulatorAddress, interceptor: Interceptor): Promise<CheckProxy> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const emulator = connect({ ...address, noDelay: true });
    for (const socket of [client, emulator]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    relay(client, emulator, interceptor);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('no TCP port');
  return {
    port: own.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function relay(client: Socket, emulator: Socket, interceptor: Interceptor): void {
  const requests = new MessageFramer();
  const responses = new MessageFramer();
  /** The operation whose answer is awaited. One at a time: the order of answers is the order of requests. */
  let awaited: string | undefined;

  const hangUp = () => {
    client.destroy();
    emulator.destroy();
  };
  for (const socket of [client, emulator]) {
    socket.on('error', hangUp);
    socket.on('close', hangUp);
  }

  const guarded = (step: () => void) => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof HttpFramingError)) throw error;
      client.end('HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      emulator.destroy();
    }
  };

  const takeRequest = () => {
    if (awaited !== undefined) return;
    const message = requests.next();
    if (message === undefined) return;
    const operation = operationOf(message);
    awaited = operation;
    const body = message.bytes.subarray(message.bodyOffset);
    const decided = refusal(message, body) ?? interceptor.request(operation, body);
    if (decided instanceof Promise) {
      decided.then((answer) => settle(message, answer), hangUp);
    } else settle(message, decided);
  };

  const settle = (message: FramedMessage, answer: DynamoDbAnswer | undefined) => {
    if (answer === undefined) emulator.write(message.bytes);
    else finish(toBytes(answer));
  };

  const finish = (bytes: Buffer) => {
    client.write(bytes);
    awaited = undefined;
    guarded(takeRequest);
  };

  client.on('data', (chunk) => {
    requests.push(chunk);
    guarded(takeRequest);
  });
  emulator.on('data', (chunk) => {
    responses.push(chunk);
    guarded(() => {
      const message = responses.next();
      if (message === undefined || awaited === undefined) return;
      const replaced = interceptor.response(awaited, message.bytes.subarray(message.bodyOffset));
      finish(replaced === undefined ? message.bytes : toBytes(replaced));
    });
  });
}

function refusal({ head }: FramedMessage, body: Buffer): DynamoDbAnswer | undefined {
  const isCall = head.startsWith('POST / HTTP/1.1');
  const fault = findCallFault({ header: (name) => headerValue(head, name), body, service: 'dynamodb' });
  if (isCall && !fault) return undefined;
  const { code, message } = fault ?? { code: 'UnknownOperationException', message: 'Only calls are answered' };
  return { status: 400, body: { __type: `com.amazon.coral.service#${code}`, message } };
}

function operationOf(message: FramedMessage): string {
  const target = headerValue(message.head, 'x-amz-target') ?? '';
  return target.slice(target.indexOf('.') + 1);
}

function toBytes(answer: DynamoDbAnswer): Buffer {
  const { status } = answer;
  const json = answerToJson(answer);
  const head = [
    `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Bad Request'}`,
    'content-type: application/x-amz-json-1.0',
    `x-amzn-requestid: ${randomUUID()}`,
    `x-amz-crc32: ${crc32(json)}`,
    `content-length: ${json.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), json]);
}
