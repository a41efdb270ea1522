/** How bad a call could be, the mildest first. */
export const tiers = ['read', 'write', 'destructive', 'destructive_open'] as const

export type Tier = (typeof tiers)[number]

/** How far a server is believed: its source was compiled by us, its owner is vouched for by the user, or neither. */
export const trusts = ['own', 'trusted', 'untrusted'] as const

export type Trust = (typeof trusts)[number]

export function isTier(value: unknown): value is Tier {
  return tiers.some((tier) => tier === value)
}

export function isTrust(value: unknown): value is Trust {
  return trusts.some((trust) => trust === value)
}

/** 1 to 4. */
export function rank(tier: Tier): number {
  return tiers.indexOf(tier) + 1
}

/** The worst of them. */
export function worst(...some: readonly Tier[]): Tier {
  return some.reduce((one, other) => (rank(other) > rank(one) ? other : one), 'read')
}

/** How sure a yes is that a person gave it, the weakest first: the host says so, this user's terminal, another account. */
export const assurances = ['asserted', 'local', 'present'] as const

export type Assurance = (typeof assurances)[number]

/** The strongest of them. */
export function strongest(...some: readonly Assurance[]): Assurance {
  return some.reduce((one, other) => (assurances.indexOf(other) > assurances.indexOf(one) ? other : one), 'asserted')
}
