// SPDX-License-Identifier: Apache-2.0
// Nothing: a target that has the precompiled headers of tests needs a source.
