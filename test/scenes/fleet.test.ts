import { fleetTests } from "../e2e/fleet-tests.ts";

fleetTests(20);
