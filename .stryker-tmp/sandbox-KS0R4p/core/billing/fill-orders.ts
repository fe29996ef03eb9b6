function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
import type { Instant } from '../kernel/caller.ts';
import { describeError } from '../kernel/errors.ts';
import type { Ports } from '../ports.ts';
import type { RefillOrder } from './usage.ts';
const MINUTE = 60_000;
/** Longer than all calls of one purchase may take together, so that an order under way is nobody else's. */
const LEASE = stryMutAct_9fa48("42") ? 5 / MINUTE : (stryCov_9fa48("42"), 5 * MINUTE);
/** A failed purchase is tried again after 2, 4, 8 … minutes: ten times within 18 hours, since providers know a charge again for a day. */
const ATTEMPTS = 10;
const backOff = stryMutAct_9fa48("43") ? () => undefined : (stryCov_9fa48("43"), (() => {
  const backOff = (attempts: number) => stryMutAct_9fa48("44") ? MINUTE / 2 ** attempts : (stryCov_9fa48("44"), MINUTE * 2 ** attempts);
  return backOff;
})());
const AT_A_TIME = 10;
type FillPorts = Pick<Ports, 'store' | 'payments' | 'clock'>;

/** Buys the packs that are on order and due; for a timer to call, on any number of replicas. Tells how many were looked at. */
export async function fillOrders(ports: FillPorts): Promise<number> {
  if (stryMutAct_9fa48("45")) {
    {}
  } else {
    stryCov_9fa48("45");
    const now = ports.clock.now();
    const orders = await ports.store.refillOrders.claimDue(now, stryMutAct_9fa48("46") ? now - LEASE : (stryCov_9fa48("46"), now + LEASE), AT_A_TIME);
    await Promise.all(orders.map(stryMutAct_9fa48("47") ? () => undefined : (stryCov_9fa48("47"), order => fill(ports, order))));
    return orders.length;
  }
}
async function fill({
  store,
  payments,
  clock
}: FillPorts, order: RefillOrder): Promise<void> {
  if (stryMutAct_9fa48("48")) {
    {}
  } else {
    stryCov_9fa48("48");
    const {
      refillOrders,
      usageMeters,
      subscriptions
    } = store;
    const refuse = stryMutAct_9fa48("49") ? () => undefined : (stryCov_9fa48("49"), (() => {
      const refuse = (failure: string) => refillOrders.fail(order.id, failure, null);
      return refuse;
    })());
    const tryLater = stryMutAct_9fa48("50") ? () => undefined : (stryCov_9fa48("50"), (() => {
      const tryLater = (failure: string) => (stryMutAct_9fa48("54") ? order.attempts >= ATTEMPTS : stryMutAct_9fa48("53") ? order.attempts <= ATTEMPTS : stryMutAct_9fa48("52") ? false : stryMutAct_9fa48("51") ? true : (stryCov_9fa48("51", "52", "53", "54"), order.attempts < ATTEMPTS)) ? refillOrders.fail(order.id, failure, stryMutAct_9fa48("55") ? clock.now() - backOff(order.attempts) : (stryCov_9fa48("55"), clock.now() + backOff(order.attempts))) : refuse(failure);
      return tryLater;
    })());
    if (stryMutAct_9fa48("59") ? clock.now() < order.period.end : stryMutAct_9fa48("58") ? clock.now() > order.period.end : stryMutAct_9fa48("57") ? false : stryMutAct_9fa48("56") ? true : (stryCov_9fa48("56", "57", "58", "59"), clock.now() >= order.period.end)) return refuse(stryMutAct_9fa48("60") ? "" : (stryCov_9fa48("60"), 'The month ended before the refill was paid for'));
    const [setting, customer, spent] = await Promise.all(stryMutAct_9fa48("61") ? [] : (stryCov_9fa48("61"), [usageMeters.autoRefill(order.owner), subscriptions.customerOf(order.owner), refillOrders.spent(order.owner, order.period.start)]));
    if (stryMutAct_9fa48("64") ? setting === undefined && !setting.enabled : stryMutAct_9fa48("63") ? false : stryMutAct_9fa48("62") ? true : (stryCov_9fa48("62", "63", "64"), (stryMutAct_9fa48("66") ? setting !== undefined : stryMutAct_9fa48("65") ? false : (stryCov_9fa48("65", "66"), setting === undefined)) || (stryMutAct_9fa48("67") ? setting.enabled : (stryCov_9fa48("67"), !setting.enabled)))) return refuse(stryMutAct_9fa48("68") ? "" : (stryCov_9fa48("68"), 'Auto-refill is off'));
    if (stryMutAct_9fa48("71") ? customer !== undefined : stryMutAct_9fa48("70") ? false : stryMutAct_9fa48("69") ? true : (stryCov_9fa48("69", "70", "71"), customer === undefined)) return refuse(stryMutAct_9fa48("72") ? "" : (stryCov_9fa48("72"), 'No payment method is known'));
    const price = await payments.packPrice();
    if (stryMutAct_9fa48("74") ? false : stryMutAct_9fa48("73") ? true : (stryCov_9fa48("73", "74"), price.isErr())) return tryLater(describeError(price.error));
    const most = stryMutAct_9fa48("75") ? setting.maxMonthlySpend * 100 + spent : (stryCov_9fa48("75"), (stryMutAct_9fa48("76") ? setting.maxMonthlySpend / 100 : (stryCov_9fa48("76"), setting.maxMonthlySpend * 100)) - spent);
    if (stryMutAct_9fa48("80") ? price.value <= most : stryMutAct_9fa48("79") ? price.value >= most : stryMutAct_9fa48("78") ? false : stryMutAct_9fa48("77") ? true : (stryCov_9fa48("77", "78", "79", "80"), price.value > most)) return refuse(stryMutAct_9fa48("81") ? "" : (stryCov_9fa48("81"), 'The monthly spending limit is reached'));
    const paid = await payments.buyPack(stryMutAct_9fa48("82") ? {} : (stryCov_9fa48("82"), {
      customer,
      order: order.id,
      attempt: order.attempts,
      most
    }));
    return paid.isOk() ? refillOrders.pay(order.id, paid.value) : tryLater(describeError(paid.error));
  }
}

/** Until then nobody else tries; after a failure it is when the next try is. */
const ORPHAN_LEASE = stryMutAct_9fa48("83") ? 10 / MINUTE : (stryCov_9fa48("83"), 10 * MINUTE);

/** Tells the provider of customers whose account is gone; for a timer to call. Each is told until it worked. */
export async function forgetOrphans({
  store,
  payments,
  clock
}: FillPorts): Promise<void> {
  if (stryMutAct_9fa48("84")) {
    {}
  } else {
    stryCov_9fa48("84");
    const now: Instant = clock.now();
    for (const customer of await store.subscriptions.claimOrphans(now, stryMutAct_9fa48("85") ? now - ORPHAN_LEASE : (stryCov_9fa48("85"), now + ORPHAN_LEASE), AT_A_TIME)) {
      if (stryMutAct_9fa48("86")) {
        {}
      } else {
        stryCov_9fa48("86");
        const forgotten = await payments.forgetCustomer(customer);
        if (stryMutAct_9fa48("88") ? false : stryMutAct_9fa48("87") ? true : (stryCov_9fa48("87", "88"), forgotten.isOk())) await store.subscriptions.dropOrphan(customer);
      }
    }
  }
}