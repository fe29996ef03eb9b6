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
import type { UserId } from '../kernel/ids.ts';
import { ENTITLEMENTS, type Entitlements, holds, type Plan, type SubscriptionStatus } from './plan.ts';

/** A subscription as the payment provider last told of it, or as an operator granted it. */
export interface Subscription {
  /** The provider's id. */
  readonly id: string;
  /** The provider's customer, whose account has it; null for a granted one. */
  readonly customer: string | null;
  /** Whom it was granted to; null for the provider's, which are found by their customer. */
  readonly owner: UserId | null;
  /** FREE when what is subscribed to is none of our plans, so that it counts for nothing. */
  readonly plan: Plan;
  readonly status: SubscriptionStatus;
  readonly currentPeriodStart: Instant | null;
  readonly currentPeriodEnd: Instant | null;
  readonly cancelAtPeriodEnd: boolean;
  /** Day of the month on which use is counted anew, 1–31. */
  readonly anchorDay: number;
  readonly asOf: EventOrder;
}

/** Where an event stands among those of its subject, by what happened and not by when we were told. */
export interface EventOrder {
  readonly at: Instant;
  /** Orders events of one second: created, then updated, then deleted. */
  readonly rank: number;
  /** Decides when all else is equal, so that every order of arrival ends in the same state. Printable ASCII. */
  readonly eventId: string;
}

/** True if `a` comes after `b`. */
export function isNewer(a: EventOrder, b: EventOrder): boolean {
  if (stryMutAct_9fa48("240")) {
    {}
  } else {
    stryCov_9fa48("240");
    if (stryMutAct_9fa48("243") ? a.at === b.at : stryMutAct_9fa48("242") ? false : stryMutAct_9fa48("241") ? true : (stryCov_9fa48("241", "242", "243"), a.at !== b.at)) return stryMutAct_9fa48("247") ? a.at <= b.at : stryMutAct_9fa48("246") ? a.at >= b.at : stryMutAct_9fa48("245") ? false : stryMutAct_9fa48("244") ? true : (stryCov_9fa48("244", "245", "246", "247"), a.at > b.at);
    if (stryMutAct_9fa48("250") ? a.rank === b.rank : stryMutAct_9fa48("249") ? false : stryMutAct_9fa48("248") ? true : (stryCov_9fa48("248", "249", "250"), a.rank !== b.rank)) return stryMutAct_9fa48("254") ? a.rank <= b.rank : stryMutAct_9fa48("253") ? a.rank >= b.rank : stryMutAct_9fa48("252") ? false : stryMutAct_9fa48("251") ? true : (stryCov_9fa48("251", "252", "253", "254"), a.rank > b.rank);
    return stryMutAct_9fa48("258") ? a.eventId <= b.eventId : stryMutAct_9fa48("257") ? a.eventId >= b.eventId : stryMutAct_9fa48("256") ? false : stryMutAct_9fa48("255") ? true : (stryCov_9fa48("255", "256", "257", "258"), a.eventId > b.eventId);
  }
}
const WORTH: Record<Plan, number> = stryMutAct_9fa48("259") ? {} : (stryCov_9fa48("259"), {
  FREE: 0,
  STARTER: 1,
  PRO: 2
});

/** The subscription that speaks for its owner: the best that holds, else the latest. */
function currentOf(subscriptions: readonly Subscription[], now: Instant): Subscription | undefined {
  if (stryMutAct_9fa48("260")) {
    {}
  } else {
    stryCov_9fa48("260");
    const latest = stryMutAct_9fa48("261") ? subscriptions.toSorted((a, b) => (b.currentPeriodStart ?? 0) - (a.currentPeriodStart ?? 0) || (a.id < b.id ? 1 : -1)) : (stryCov_9fa48("261"), subscriptions.filter(stryMutAct_9fa48("262") ? () => undefined : (stryCov_9fa48("262"), ({
      plan
    }) => stryMutAct_9fa48("265") ? plan === 'FREE' : stryMutAct_9fa48("264") ? false : stryMutAct_9fa48("263") ? true : (stryCov_9fa48("263", "264", "265"), plan !== (stryMutAct_9fa48("266") ? "" : (stryCov_9fa48("266"), 'FREE'))))).toSorted(stryMutAct_9fa48("267") ? () => undefined : (stryCov_9fa48("267"), (a, b) => stryMutAct_9fa48("270") ? (b.currentPeriodStart ?? 0) - (a.currentPeriodStart ?? 0) && (a.id < b.id ? 1 : -1) : stryMutAct_9fa48("269") ? false : stryMutAct_9fa48("268") ? true : (stryCov_9fa48("268", "269", "270"), (stryMutAct_9fa48("271") ? (b.currentPeriodStart ?? 0) + (a.currentPeriodStart ?? 0) : (stryCov_9fa48("271"), (stryMutAct_9fa48("272") ? b.currentPeriodStart && 0 : (stryCov_9fa48("272"), b.currentPeriodStart ?? 0)) - (stryMutAct_9fa48("273") ? a.currentPeriodStart && 0 : (stryCov_9fa48("273"), a.currentPeriodStart ?? 0)))) || ((stryMutAct_9fa48("277") ? a.id >= b.id : stryMutAct_9fa48("276") ? a.id <= b.id : stryMutAct_9fa48("275") ? false : stryMutAct_9fa48("274") ? true : (stryCov_9fa48("274", "275", "276", "277"), a.id < b.id)) ? 1 : stryMutAct_9fa48("278") ? +1 : (stryCov_9fa48("278"), -1))))));
    const [best] = stryMutAct_9fa48("280") ? latest.sort((a, b) => WORTH[b.plan] - WORTH[a.plan]) : stryMutAct_9fa48("279") ? latest.filter(subscription => holds(subscription, now)) : (stryCov_9fa48("279", "280"), latest.filter(stryMutAct_9fa48("281") ? () => undefined : (stryCov_9fa48("281"), subscription => holds(subscription, now))).sort(stryMutAct_9fa48("282") ? () => undefined : (stryCov_9fa48("282"), (a, b) => stryMutAct_9fa48("283") ? WORTH[b.plan] + WORTH[a.plan] : (stryCov_9fa48("283"), WORTH[b.plan] - WORTH[a.plan]))));
    return stryMutAct_9fa48("284") ? best && latest[0] : (stryCov_9fa48("284"), best ?? latest[0]);
  }
}

/** What an account may do now, and why. */
export interface Standing {
  readonly subscription: Subscription | null;
  /** The subscription's plan while it holds, else the operator's default. */
  readonly effectivePlan: Plan;
  readonly entitlements: Entitlements;
  /** Whether created links count against a quota: only a subscription that holds does that, whatever the default plan says. */
  readonly metered: boolean;
}

/** What all subscriptions of an account come to. */
export function standingOf(subscriptions: readonly Subscription[], defaultPlan: Plan, now: Instant): Standing {
  if (stryMutAct_9fa48("285")) {
    {}
  } else {
    stryCov_9fa48("285");
    const subscription = stryMutAct_9fa48("286") ? currentOf(subscriptions, now) && null : (stryCov_9fa48("286"), currentOf(subscriptions, now) ?? null);
    const metered = stryMutAct_9fa48("289") ? subscription !== null || holds(subscription, now) : stryMutAct_9fa48("288") ? false : stryMutAct_9fa48("287") ? true : (stryCov_9fa48("287", "288", "289"), (stryMutAct_9fa48("291") ? subscription === null : stryMutAct_9fa48("290") ? true : (stryCov_9fa48("290", "291"), subscription !== null)) && holds(subscription, now));
    const effectivePlan = metered ? subscription.plan : defaultPlan;
    return stryMutAct_9fa48("292") ? {} : (stryCov_9fa48("292"), {
      subscription,
      effectivePlan,
      entitlements: ENTITLEMENTS[effectivePlan],
      metered
    });
  }
}